import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ordinal } from "../../../src/store/ids/base32.ts";
import { loadState } from "../../../src/store/partition/state/load.ts";
import type { StateKey, StateValues } from "../../../src/store/partition/state/state-keys.ts";
import { newWishlistId } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const load = async (stateKey: StateKey) => {
    let found: unknown;
    await loadState(redis, keys, [{ partition: 5, stateKey, load: (_, value) => (found = value) }]);
    return found;
  };
  return { redis, keys, load };
}

describe("loadState of records that may be too many", () => {
  it("returns the removed items with the lowest numbers only if there are more than the limit", async (t) => {
    const { redis, keys, load } = setUp(t);
    const id = newWishlistId(5);
    // In text, the numbers have one to three digits.
    const numbers = Array.from({ length: 1100 }, (_, i) => i + 1);
    const texts = numbers.map((number) => [ordinal(number), JSON.stringify({ id: `i${number}` })]);
    await redis.hset(keys.removedItems(5, id), Object.fromEntries(texts.reverse()));
    const excess = async (limit: number) => {
      const found = await load({ kind: "excessRemoved", id, field: limit });
      return (found as StateValues["excessRemoved"]).map(({ number, item }) => {
        assert.equal(item.id, `i${number}`);
        return number;
      });
    };
    assert.deepEqual(await excess(1100), []);
    assert.deepEqual(await excess(1099), numbers.slice(0, 500));
    assert.deepEqual(await excess(550), numbers.slice(0, 500));
  });

  it("returns some removed items of a list that has far too many", async (t) => {
    const { redis, keys, load } = setUp(t);
    const id = newWishlistId(5);
    const count = 8000;
    const texts = Array.from({ length: count }, (_, i) => [ordinal(i + 1), JSON.stringify({ id: `i${i}` })]);
    await redis.hset(keys.removedItems(5, id), Object.fromEntries(texts));
    const found = await load({ kind: "excessRemoved", id, field: 1000 });
    const numbers = (found as StateValues["excessRemoved"]).map(({ number }) => number);
    assert.equal(new Set(numbers).size, 500);
    // The lowest quarter of a sample of all items.
    assert.ok(Math.max(...numbers) < count / 2, numbers.at(-1)?.toString());
  });

  it("returns a ledger only if it has more than the limit, and a part of one that has far too many", async (t) => {
    const { redis, keys, load } = setUp(t);
    const slot = "t/s:key";
    const names = Array.from({ length: 3000 }, (_, i) => `name-${String(i).padStart(4, "0")}`);
    const purchase = JSON.stringify({ orderRef: "o", revision: 1, lines: {} });
    await redis.hset(keys.purchases(5, slot), Object.fromEntries(names.map((name) => [name, purchase])));
    const excess = async (limit: number) => {
      const found = await load({ kind: "excessPurchases", id: slot, field: limit });
      return (found as StateValues["excessPurchases"]).map(({ field }) => field);
    };
    assert.deepEqual(await excess(3000), []);
    assert.deepEqual(await excess(2999), names);
    assert.deepEqual(await excess(1500), names);
    // The first page has about 25 records, the second about 1000; Redis may add a few to a page.
    const part = (await excess(50)).length;
    assert.ok(part >= 1000 && part < 1100, `${part}`);
    assert.deepEqual(await load({ kind: "excessAlerts", id: slot, field: 10 }), []);
  });

  it("reads a ledger with large records in pages", async (t) => {
    const { redis, keys, load } = setUp(t);
    const slot = "t/s:key";
    const purchase = JSON.stringify({ orderRef: "o".repeat(100_000), revision: 1, lines: {} });
    const names = Array.from({ length: 100 }, (_, i) => `name-${i}`);
    await redis.hset(keys.purchases(5, slot), Object.fromEntries(names.map((name) => [name, purchase])));
    const hscan = redis.hscan.bind(redis);
    const pages: number[] = [];
    t.mock.method(redis, "hscan", async (key: string, cursor: string, _: "COUNT", count: number) => {
      const page = await hscan(key, cursor, "COUNT", count);
      pages.push(page[1].length / 2);
      return page;
    });
    const found = await load({ kind: "excessPurchases", id: slot, field: 99 });
    assert.equal((found as StateValues["excessPurchases"]).length, 100);
    assert.ok(Math.max(0, ...pages) <= 50 && pages.length > 2, pages.join());
  });
});
