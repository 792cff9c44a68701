import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { MAX_REMOVED } from "../../../src/actors/wishlist/state/removed-items.ts";
import { batchesOf } from "../../../src/collections/batches.ts";
import { recount } from "../../../src/jobs/reports/recount.ts";
import { ordinal } from "../../../src/store/ids/base32.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { decodeWishlistMeta, encodeWishlistMeta } from "../../../src/store/records/wishlist-meta.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, given, type Json, type Service, startService, WS } from "../../support/service.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";

const PARTITIONS = 4;
/** Number of items that a removal drops. */
const DROPPED = 250;
const NOTE = "for the lake";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, { PARTITIONS: PARTITIONS.toString() });
  shop = await service.newCaller();
});

const keyOf = ({ id }: Json) => service.keys.removedItems(given(partitionOfWishlist(id)), id);
const removedOf = (list: Json) => service.redis.hgetall(keyOf(list));

/** Adds items to a list and removes them again, a page at a time. */
async function addAndRemove(list: Json, count: number): Promise<void> {
  for (const numbers of batchesOf(
    Array.from({ length: count }, (_, number) => number),
    500,
  )) {
    const itemRef = numbers.map((number) => ({
      productRef: "tent",
      selectedVariantRef: `${number}`,
      note: NOTE,
    }));
    const { status, body, text } = await shop.post(`${WS}/wishlist/add-items`, {
      wishlistId: list.id,
      itemRef,
    });
    assert.equal(status, 202, text);
    for (const some of batchesOf(body.items as Json[], 50))
      for (const removal of await Promise.all(
        some.map(({ id }) => shop.delete(`${WS}/wishlist/items/${id}`)),
      ))
        assert.equal(removal.status, 204, removal.text);
  }
}

/** Stores copies of the first removed item of a list, as if `count` further items had left it. */
async function storeRemoved(list: Json, count: number): Promise<void> {
  const { redis, keys } = service;
  const [text = ""] = Object.values(await removedOf(list));
  const key = keys.wishlist(given(partitionOfWishlist(list.id)), list.id);
  const meta = decodeWishlistMeta((await redis.hget(key, "m")) ?? "");
  const numbers = Array.from({ length: count }, (_, i) => meta.lastNumber + i + 1);
  for (const some of batchesOf(numbers, 1000))
    await redis.hset(keyOf(list), Object.fromEntries(some.map((number) => [ordinal(number), text])));
  await redis.hset(key, "m", encodeWishlistMeta({ ...meta, lastNumber: meta.lastNumber + count }));
}

/** Counts the records of the store. Resolves to the number of counters that were wrong; they are right afterwards. */
async function wrongCounters(): Promise<number | undefined> {
  const { redis, keys } = service;
  const layout = await openLayout(redis, keys, PARTITIONS);
  const counters = new ReportCounters(redis, keys, layout);
  return (await recount({ redis, keys, layout, counters }, `${shop.tenantId}/default`))?.wrong;
}

async function assertNothingWrong(): Promise<void> {
  assert.deepEqual(await inconsistencies(toolEnv(service)), []);
  assert.equal(await wrongCounters(), 0);
}

describe("the removed items of a wishlist", () => {
  it("stay within their limit, with exact reports, until they are erased with the list", async () => {
    const list = await shop.newWishlist();
    await addAndRemove(list, 1);
    await storeRemoved(list, MAX_REMOVED - 51);
    assert.notEqual(await wrongCounters(), 0);
    await addAndRemove(list, 150);
    const kept = Object.keys(await removedOf(list)).length;
    assert.ok(kept <= MAX_REMOVED + 50 && kept >= MAX_REMOVED - DROPPED, kept.toString());
    await assertNothingWrong();
    assert.equal((await shop.delete(`${WS}/wishlists/${list.id}`)).status, 204);
    const texts = Object.values(await removedOf(list));
    assert.equal(texts.length, kept);
    assert.ok(!texts.some((text) => text.includes(NOTE)));
    await assertNothingWrong();
  });

  it("that are far too many from an earlier version become fewer with each removal, and can be erased", async () => {
    const list = await shop.newWishlist();
    await addAndRemove(list, 1);
    const count = MAX_REMOVED + 2000;
    await storeRemoved(list, count);
    const length = () => service.redis.hlen(keyOf(list));
    await addAndRemove(list, 1);
    assert.equal(await length(), count + 2 - DROPPED);
    assert.equal((await shop.delete(`${WS}/wishlists/${list.id}`)).status, 204);
    const kept = await length();
    assert.ok(kept <= MAX_REMOVED && kept > MAX_REMOVED - 500, kept.toString());
    assert.ok(!Object.values(await removedOf(list)).some((each) => each.includes(NOTE)));
    assert.deepEqual(await inconsistencies(toolEnv(service)), []);
  });
});
