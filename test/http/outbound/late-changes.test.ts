import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { numbersBelow } from "../../../src/collections/numbers-below.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { feedKeys, fieldsOfChange } from "../../../src/store/changes/feed-keys.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { commandFields } from "../../../src/store/partition/entries.ts";
import { storeTime } from "../../../src/store/redis/clock.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { CONSENTING, linesOf, newExport, newWisher, runOf } from "../../support/exports.ts";
import { beginRun } from "../../support/jobs/begun-runs.ts";
import { Receiver } from "../../support/models/receiver.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers } from "../../support/platforms/server.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, given, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

const lines = (run: Json) => linesOf(service.dataDir, run);
const exportedItems = (records: readonly Json[]) => records.flatMap(({ item }) => item?.id ?? []).sort();
const consent = (shop: Caller, { id }: Json, accepts: boolean) =>
  shop.put(`${CS}/customers`, {
    ...{ id, ...CONSENTING, accepts_marketing: accepts },
    ...(accepts ? {} : { marketing_opt_in_level: null }),
  });
const show = (shop: Caller, { id }: Json, isShown: boolean) =>
  shop.put(`${WS}/wishlists`, { id, isPrivate: !isShown });

/** Adds a change of an item to the change feed, with a time in milliseconds since 1970. */
async function changeAt(storeKey: string, { id: itemId = "", wishlistId }: Json, ms: number): Promise<void> {
  const { redis, keys } = service;
  const layout = await openLayout(redis, keys, PARTITIONS);
  const changes = new ChangeFeed(redis, keys, layout, new ArchiveReader({}));
  const event = { type: "wishlist.item.updated", storeKey, wishlistId, itemId };
  const text = JSON.stringify({ ...event, time: new Date(ms).toISOString() });
  const partition = partitionOfWishlist(wishlistId) ?? 0;
  await changes.append(storeKey, [{ partition, id: `${ms}-0`, text }], Date.now());
}

describe("a change whose time is in the future, because the clock of the server was set back", () => {
  it("is exported once", async () => {
    const shop = await service.newCaller();
    const storeKey = `${shop.tenantId}/default`;
    const { items } = await newWisher(shop, 1);
    const changed = await newExport(shop);
    await runOf(shop, changed.id);
    await changeAt(storeKey, items[0] ?? {}, Date.now() + 1000);
    const runsOfItem = [await runOf(shop, changed.id), await runOf(shop, changed.id)].flatMap(lines);
    assert.deepEqual(exportedItems(runsOfItem), [items[0]?.id]);
  });

  it("does not stop a run of all wishes, however far in the future it is", async () => {
    const shop = await service.newCaller();
    const { items } = await newWisher(shop, 1);
    await changeAt(`${shop.tenantId}/default`, items[0] ?? {}, Date.now() + DAY_MS);
    const full = await newExport(shop, { mode: "full" });
    assert.deepEqual(exportedItems(lines(await runOf(shop, full.id))), [items[0]?.id]);
  });
});

describe("a change after a run of an export", () => {
  it("is later than the end of the run's window in all partitions, also if the clock is set back", async () => {
    const { redis, keys } = service;
    const shop = await service.newCaller();
    await newWisher(shop, 1);
    const { id } = await newExport(shop);
    const ms = await storeTime(redis, keys);
    await runOf(shop, id);
    for (const partition of numbersBelow(PARTITIONS)) {
      const early = redis.xadd(keys.commands(partition), `${ms}-*`, ...commandFields(""));
      await assert.rejects(early, /equal or smaller/, `${partition}`);
    }
  });
});

describe("a change after the end of a run's window, before the run reads", () => {
  const withdrawals: Record<string, (shop: Caller, person: Json, list: Json, isGiven: boolean) => unknown> = {
    "consent that is withdrawn, and given": (shop, person, _, isGiven) => consent(shop, person, isGiven),
    "a list that is made private, and public": (shop, _, list, isShown) => show(shop, list, isShown),
  };
  for (const [what, change] of Object.entries(withdrawals)) {
    it(`loses nothing: ${what} before the next run`, async () => {
      const shop = await service.newCaller();
      const { person, wishlist, items } = await newWisher(shop, 1);
      const changed = await newExport(shop);
      const receiver = new Receiver();
      receiver.receive(lines(await runOf(shop, changed.id)));
      items.push(await shop.newItem(wishlist.id));
      const continueRun = await beginRun(service, shop, changed);
      await change(shop, person, wishlist, false);
      const late = lines(await continueRun());
      assert.deepEqual(late, []);
      items.push(await shop.newItem(wishlist.id));
      await change(shop, person, wishlist, true);
      items.push(await shop.newItem(wishlist.id));
      const records = lines(await runOf(shop, changed.id));
      receiver.receive(records);
      assert.deepEqual(Object.keys(receiver.wishes), items.map(({ id }) => id).sort());
      // The person is not presented as one who consents before the wishes are exported again.
      assert.ok(
        records.every(
          ({ type, customer, what: kind }) =>
            type !== "deleted" || kind !== "customer" || !customer.acceptsMarketing,
        ),
      );
      assert.deepEqual(lines(await runOf(shop, changed.id)), []);
    });

    it(`is exported once: ${what} in reverse order`, async () => {
      const shop = await service.newCaller();
      const { person, wishlist } = await newWisher(shop, 1);
      await change(shop, person, wishlist, false);
      const changed = await newExport(shop);
      await runOf(shop, changed.id);
      await shop.newItem(wishlist.id);
      const continueRun = await beginRun(service, shop, changed);
      await change(shop, person, wishlist, true);
      const receiver = new Receiver();
      receiver.receive(lines(await continueRun()));
      receiver.receive(lines(await runOf(shop, changed.id)));
      assert.equal(Object.keys(receiver.wishes).length, 2);
    });
  }

  it("exports nothing under the id of a customer who is created again, until the next run", async () => {
    const shop = await service.newCaller();
    const { person, wishlist } = await newWisher(shop, 1);
    const changed = await newExport(shop);
    const receiver = new Receiver();
    receiver.receive(lines(await runOf(shop, changed.id)));
    await shop.newItem(wishlist.id);
    await shop.delete(`${CS}/customers/${person.id}`);
    const continueRun = await beginRun(service, shop, changed);
    await shop.post(`${CS}/customers`, { id: person.id, ...CONSENTING });
    const late = lines(await continueRun());
    assert.deepEqual(
      late.map(({ what, customerId }) => [what, customerId]),
      [["customer", person.svc_customer_id]],
    );
    receiver.receive(late);
    await consent(shop, person, false);
    receiver.receive(lines(await runOf(shop, changed.id)));
    assert.deepEqual(receiver.wishes, {});
  });

  it("exports a wish once that moves to another list while the first run reads", async () => {
    const shop = await service.newCaller();
    const { person, wishlist, items } = await newWisher(shop, 1);
    const changed = await newExport(shop);
    const continueRun = await beginRun(service, shop, changed);
    const to = await shop.newWishlist({ customerRef: person.id });
    const moving = { wishlistId: wishlist.id, toWishlistId: to.id, itemId: items.map(({ id }) => id) };
    const { body } = await shop.post(`${WS}/wishlist/items/move`, moving);
    const receiver = new Receiver();
    receiver.receive(lines(await continueRun()));
    receiver.receive(lines(await runOf(shop, changed.id)), { mayLack: true });
    assert.deepEqual(Object.keys(receiver.wishes), [body.items[0].id]);
  });

  it("is also noticed if it comes while the run reads", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startHangingReceiver(t);
    const [consenting, others] = await Promise.all(
      [CONSENTING, {}].map((customer) =>
        Promise.all(Array.from({ length: 12 }, () => newWisher(shop, 1, customer))),
      ),
    );
    const secret = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;
    const connector = { type: "webhook", url: receiver.url, secret, batchSize: 1 };
    const changed = await newExport(shop, { connector });
    const continueRun = await beginRun(service, shop, changed);
    for (const { person } of given(consenting))
      await shop.put(`${CS}/customers`, { id: person.id, first_name: "Ada" });
    const ended = continueRun();
    await until("the first record is sent", () => receiver.open() === 1);
    for (const { person } of given(others)) await consent(shop, person, true);
    receiver.answer();
    assert.equal((await ended).counts.accepted, 12);
    assert.equal((await runOf(shop, changed.id)).counts.accepted, 12);
  });

  it("exports a wish once that changes on several pages, if the export has chosen events", async () => {
    const { redis, keys } = service;
    const shop = await service.newCaller();
    const storeKey = `${shop.tenantId}/default`;
    const { items } = await newWisher(shop, 1);
    const changed = await newExport(shop, { events: ["wishlist.item.updated"] });
    await runOf(shop, changed.id);
    const update = (note: string) => shop.put(`${WS}/wishlist/items/id=${items[0]?.id}`, { note });
    await update("one");
    await settled(service);
    const { feed } = feedKeys(keys, await openLayout(redis, keys, PARTITIONS), storeKey);
    const text = JSON.stringify({ type: "order.received", storeKey, time: new Date().toISOString() });
    const pipeline = redis.pipeline();
    for (let i = 0; i < 1000; i++)
      pipeline.xadd(feed, "*", ...fieldsOfChange(storeKey, { id: `0-0-${i}`, text }));
    await pipeline.exec();
    await update("two");
    const records = lines(await runOf(shop, changed.id));
    assert.deepEqual(
      records.map(({ item }) => item.note),
      ["two"],
    );
  });

  it("is not forgotten if the run fails", async (t) => {
    const shop = await service.newCaller();
    const s3 = await startS3(t);
    const { person, items } = await newWisher(shop, 1, {});
    const target = { bucket: "exports", region: "eu-central-1", baseUrl: s3.url, accessKeyId: "AKIA" };
    const connector = { type: "s3", format: "ndjson", ...target, secretAccessKey: "s3-secret" };
    const changed = await newExport(shop, { connector });
    await runOf(shop, changed.id);
    s3.objects.clear();
    const continueRun = await beginRun(service, shop, changed, async () => {
      await consent(shop, person, true);
      await settled(service);
    });
    s3.faults.push(answers(403));
    assert.equal((await continueRun()).status, "failed");
    assert.equal((await runOf(shop, changed.id)).status, "succeeded");
    const objects = [...s3.objects.values()].map(({ body }) => body.toString().trim());
    const records = objects.flatMap((text) =>
      text === "" ? [] : text.split("\n").map((line): Json => JSON.parse(line)),
    );
    assert.deepEqual(exportedItems(records), exportedItems(items.map((item) => ({ item }))));
  });
});
