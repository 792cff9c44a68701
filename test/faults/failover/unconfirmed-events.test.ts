import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeEvent, type Event } from "../../../src/actors/events/event.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { unrelayed } from "../../../src/store/partition/outbox.ts";
import { onOneServer } from "../../support/connections/one-server.ts";
import { metricOf, newCluster, PARTITIONS } from "../../support/processes.ts";
import { type Received, startReceiver } from "../../support/receiver.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Caller, given, type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const LISTS = 24;
const ENV = {
  DURABILITY: "replica",
  ASK_TIMEOUT_MS: "2000",
  LEASE_MS: "2000",
  ALLOW_PRIVATE_TARGETS: "true",
};

const newProduct = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });

/** An item that is asked for until it is there, as callers are to do it: always under the same key. */
function itemOf(shop: Caller, wishlistId: string) {
  const product = newProduct();
  const headers = { "Idempotency-Key": unique("k") };
  const add = () => shop.post(`${WS}/wishlist/items`, { wishlistId, product }, { headers });
  return {
    productRef: product.productRef,
    add,
    untilThere: () => until("the item is there", async () => (await add()).status === 200),
  };
}

/** Ids of the webhooks that name a product. */
const sentOf = (received: readonly Received[], productRef: string) =>
  received.filter(({ body }) => body.includes(productRef)).map(({ headers }) => headers["webhook-id"]);

describe("an event of a commit that its replica does not have", () => {
  it("stays in its outbox while others are relayed, and is delivered once although its master is lost", async (t) => {
    const store = await startOwnCluster(t);
    const { redis, keys, cluster } = store;
    const jobs = await RedisServer.start(t);
    const { serve, newShop } = newCluster(t, { env: { ...ENV, JOBS_REDIS_URL: jobs.url }, store });
    const shop = await newShop(await serve("all"));
    const { url, received } = await startReceiver(t);
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["wishlist.item.added"] });
    const lists = await Promise.all(Array.from({ length: LISTS }, () => shop.newWishlist()));
    await settled({ redis, keys, jobsRedis: jobs.redis });

    const layout = await openLayout(redis, keys, PARTITIONS);
    const feed = new ChangeFeed(redis, keys, layout, new ArchiveReader({}));
    const storeKey = `${shop.tenantId}/default`;
    const feedPartition = layout.partitionOf(`changes ${storeKey}`);
    const masterOf = (partition: number) => cluster.numberOf(keys.lease(partition));
    const eventsOf = async ({ id }: { id: string }): Promise<Event[]> =>
      (await feed.after(storeKey, undefined, 1000))
        .map(({ text }) => decodeEvent(text))
        .filter((event) => event.type === "wishlist.item.added" && event.wishlistId === id);

    const feedMaster = await masterOf(feedPartition);
    const homes = await Promise.all(
      lists.map(async ({ id }) => {
        const partition = given(partitionOfWishlist(id));
        return { id: String(id), partition, master: await masterOf(partition) };
      }),
    );
    const lost = given(homes.find(({ master }) => master !== feedMaster));
    const other = given(homes.find(({ master }) => master === feedMaster));
    const lostItem = itemOf(shop, lost.id);
    const otherItem = newProduct();

    const { release } = await cluster.cutOff(lost.master);
    assert.equal((await lostItem.add()).body.code, "OutcomeUnknown");
    const waiting = async () => (await unrelayed(redis, keys, lost.partition)).count;
    assert.equal(await waiting(), 1);
    // Without an Idempotency-Key, for its claim may be on the master that cannot confirm: it may come more than once.
    const body = { wishlistId: other.id, product: otherItem };
    await until(
      "the other item is there",
      async () => (await shop.post(`${WS}/wishlist/items`, body)).status === 200,
    );
    await until("the other event is relayed", async () => (await eventsOf(other)).length > 0);
    await until("its webhook is sent", () => sentOf(received, otherItem.productRef).length > 0);
    assert.equal(await waiting(), 1);
    assert.deepEqual(await eventsOf(lost), []);
    assert.deepEqual(sentOf(received, lostItem.productRef), []);

    await release();
    await lostItem.untilThere();
    await until("the event is relayed", async () => (await eventsOf(lost)).length > 0);
    await settled({ redis, keys, jobsRedis: jobs.redis });
    assert.equal((await eventsOf(lost)).length, 1);
    const items = (await shop.get(`${WS}/wishlist/items?id=${other.id}&pageSize=50`)).body
      .wishlistItems as Json[];
    assert.equal((await eventsOf(other)).length, items.length);
    assert.equal(new Set(sentOf(received, lostItem.productRef)).size, 1);
  });

  const ofPrimary = onOneServer("the same with one primary and its replica");
  it("is relayed as soon as the replica is back, also on one Redis", ofPrimary, async (t) => {
    const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
    const link = await startProxy(t, primary.url);
    await replica.follow(primary, link.url);
    const { redis, keys } = primary;
    const { serve, newShop } = newCluster(t, { env: { ...ENV, ASK_TIMEOUT_MS: "60000" }, store: primary });
    const service = await serve("all");
    const shop = await newShop(service);
    const { url, received } = await startReceiver(t);
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["wishlist.item.added"] });
    const list = await shop.newWishlist();
    await settled({ redis, keys });

    link.freeze();
    const item = itemOf(shop, list.id);
    const added = item.add();
    const partition = given(partitionOfWishlist(list.id));
    const waiting = async () => (await unrelayed(redis, keys, partition)).count;
    await until("the event is in its outbox", async () => (await waiting()) === 1);
    const inVain = 'wishlist_durability_wait_seconds_count{outcome="unconfirmed"}';
    await until("the replica was waited for in vain", async () => (await metricOf(service, inVain)) >= 4);
    assert.equal(await waiting(), 1);
    assert.deepEqual(sentOf(received, item.productRef), []);

    // The replica connects again.
    link.drop();
    assert.equal((await added).status, 200);
    await settled({ redis, keys });
    assert.equal(sentOf(received, item.productRef).length, 1);
  });
});
