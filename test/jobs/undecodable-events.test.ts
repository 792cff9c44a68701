import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, linesOf, newExport, runOf } from "../support/exports.ts";
import { startReceiver } from "../support/receiver.ts";
import { atEnd, keysLike } from "../support/redis.ts";
import { type Caller, given, type Service, startService, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { newProduct, wishFor } from "../support/shop.ts";

/** An event that is cut off, for example by a manual repair. */
const BROKEN = '{"type":"wishlist.item.added",';

const suite = atEnd();
let service: Service;
let shop: Caller;
let lamp: Awaited<ReturnType<typeof newProduct>>;
let endpoint: string;
let received: { body: string }[];

before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true", PARTITIONS: "4" });
  shop = await service.newCaller();
  lamp = await newProduct(shop);
  const receiver = await startReceiver(suite);
  received = receiver.received;
  const hook = { url: receiver.url, events: ["customer.created"] };
  const { status, body } = await shop.post(`${WS}/webhook-endpoints`, hook);
  assert.equal(status, 201);
  endpoint = `${WS}/webhook-endpoints/${body.id}`;
});

/** The key of the change feed. */
const feedKey = async () =>
  given((await keysLike(service.redis, `${service.prefix}*:changes:${shop.tenantId}/default`))[0]);

describe("an event that cannot be decoded", () => {
  it("does not block its partition, nor exports of changes and replays that read it in the change feed", async () => {
    await wishFor(shop, lamp, {}, CONSENTING);
    await settled(service);
    const changed = await newExport(shop);
    assert.equal((await runOf(shop, changed.id)).status, "succeeded");
    const { redis, keys } = service;
    for (let partition = 0; partition < 4; partition++)
      await redis.xadd(keys.outbox(partition), "*", "e", BROKEN);
    await redis.xadd(await feedKey(), "*", "i", "0-1-1", "e", BROKEN);
    const { customer: other, item: wish } = await wishFor(shop, lamp, {}, CONSENTING);
    await settled(service);
    const run = await runOf(shop, changed.id);
    assert.equal(run.status, "succeeded", JSON.stringify(run));
    assert.ok(linesOf(service.dataDir, run).some((line) => line.item?.id === wish.id));
    const sentBefore = received.length;
    assert.equal((await shop.post(`${endpoint}/replay`, { since: other.created_at })).status, 202);
    await settled(service);
    assert.equal(received.length, sentBefore + 1);
  });

  it("is left out of the attempts to deliver it", async () => {
    await wishFor(shop, lamp);
    await settled(service);
    const { id } = JSON.parse(given(received.at(-1)).body);
    const feed = await feedKey();
    await service.redis.del(feed);
    await service.redis.xadd(feed, "*", "i", id, "e", BROKEN);
    const { status, body } = await shop.get(`${endpoint}/deliveries/${id}`);
    assert.deepEqual([status, body.attempts?.[0].eventId, body.event], [200, id, undefined]);
  });
});
