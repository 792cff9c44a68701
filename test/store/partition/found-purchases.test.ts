import assert from "node:assert/strict";
import { it } from "node:test";
import { loadState } from "../../../src/store/partition/state/load.ts";
import { scanLedger } from "../../../src/store/partition/state/scan-ledger.ts";
import {
  SOME_RECORDS,
  type StateKey,
  type StateValues,
} from "../../../src/store/partition/state/state-keys.ts";
import type { Purchase } from "../../../src/store/records/orders.ts";
import { withRedis } from "../../support/redis.ts";

const slot = "t/s:key";
const ORDERS = 3 * SOME_RECORDS.count;
const fieldOf = (order: number) => `o${String(order).padStart(5, "0")}`;

/** An order that bought an item of one list; each hundredth one also an item of another. */
function purchaseOf(order: number): Purchase {
  const line = (wishlistId: string, number: number) => ({
    ...{ wishlistId, itemId: `${wishlistId}.${number}`, rule: "", number, wasRemoved: false },
  });
  const lines = { 1: line("many", order), ...(order % 100 === 0 ? { 2: line("few", 1) } : {}) };
  return { orderRef: `order "itemId":"few.1" ${order}`, revision: 1, lines };
}

it("the purchases from a wishlist, or of an item, are found among those of very many orders", async (t) => {
  const { redis, keys } = withRedis(t);
  const texts = Array.from({ length: ORDERS }, (_, i) => [fieldOf(i), JSON.stringify(purchaseOf(i))]);
  await redis.hset(keys.purchases(5, slot), Object.fromEntries(texts));
  const wanted: StateKey[] = [
    { kind: "listPurchases", id: slot, field: "few" },
    { kind: "itemPurchases", id: slot, field: "few.1" },
    { kind: "listPurchases", id: slot, field: "many" },
    { kind: "itemPurchases", id: slot, field: "many.7" },
    { kind: "listPurchases", id: "t/s:another", field: "many" },
  ];
  const found = new Map<StateKey, StateValues["itemPurchases"]>();
  const load = (stateKey: StateKey, value: unknown) => {
    const some = value as StateValues["listPurchases"] | StateValues["itemPurchases"];
    found.set(stateKey, "records" in some ? some.records : some);
  };
  const failed = await loadState(
    redis,
    keys,
    wanted.map((stateKey) => ({ partition: 5, stateKey, load })),
  );
  assert.equal(failed.size, 0);
  const fields = wanted.map((stateKey) => (found.get(stateKey) ?? []).map(({ field }) => field));
  const few = Array.from({ length: ORDERS / 100 }, (_, i) => fieldOf(i * 100));
  assert.deepEqual([fields[0], fields[1]], [few, few]);
  assert.equal(new Set(fields[2]).size, SOME_RECORDS.count);
  assert.deepEqual(fields[3], [fieldOf(7)]);
  assert.deepEqual(fields[4], []);
});

it("all purchases are found if another server takes over between two pages", async (t) => {
  const { redis, keys } = withRedis(t);
  const hash = keys.purchases(5, slot);
  const texts = Array.from({ length: ORDERS }, (_, i) => [fieldOf(i), JSON.stringify(purchaseOf(i))]);
  await redis.hset(hash, Object.fromEntries(texts));
  const hscan = redis.hscan.bind(redis);
  let pages = 0;
  // The new server takes the cursor for its last page.
  t.mock.method(redis, "hscan", async (key: string, cursor: string, _: "COUNT", count: number) =>
    ++pages === 2 ? ["0", []] : hscan(key, cursor, "COUNT", count),
  );
  const [few = []] = await scanLedger(redis, hash, "purchases", [{ extent: "all", names: ["few"] }]);
  assert.ok(pages > 3);
  assert.equal(few.length, (2 * ORDERS) / 100);
});

it("the pages of large purchases have few of them, and those of small ones many", async (t) => {
  const { redis, keys } = withRedis(t);
  const hash = keys.purchases(5, slot);
  const hscan = redis.hscan.bind(redis);
  const pages: number[] = [];
  t.mock.method(redis, "hscan", async (key: string, cursor: string, _: "COUNT", count: number) => {
    const page = await hscan(key, cursor, "COUNT", count);
    pages.push(page[1].length / 2);
    return page;
  });
  const pagesOf = async (count: number, length: number) => {
    const texts = Array.from({ length: count }, (_, i) => [fieldOf(i), "x".repeat(length)]);
    await redis.del(hash);
    await redis.hset(hash, Object.fromEntries(texts));
    pages.length = 0;
    await scanLedger(redis, hash, "purchases", [{ extent: "some", names: ["none"] }]);
    return pages;
  };
  // The hash table decides how many more than asked for a page has.
  const large = await pagesOf(200, 100_000);
  assert.ok(Math.max(...large) <= 50, large.join());
  assert.ok(Math.max(...large.slice(1)) <= 25, large.join());
  const small = await pagesOf(ORDERS, 100);
  assert.ok(small.length <= 8, small.join());
});
