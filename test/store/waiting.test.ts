import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Layout } from "../../src/store/layout.ts";
import { type WaitingCursor, WaitingLists } from "../../src/store/read/waiting.ts";
import { withRedis } from "../support/redis.ts";

const [storeKey, variant] = ["t/s", "r p v"];

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const waiting = new WaitingLists(redis, keys, new Layout(4, "salt"));
  const add = (itemId: string, since: number, hasMoved = false) =>
    waiting.change([{ storeKey, variant, itemId, since, hasMoved }], []);
  /** All wishes in their order, in pages of a size. */
  const inPages = async (size: number) => {
    const found: string[] = [];
    for (let place: { since: number; itemId: string } | undefined; ;) {
      const page = await waiting.after(storeKey, variant, place, size);
      found.push(...page.map(({ itemId }) => itemId));
      assert.ok(found.length < 20, "the pages go on for ever");
      place = page.at(-1);
      if (page.length < size) return found;
    }
  };
  return { waiting, add, inPages };
}

describe("a waiting list", () => {
  it("has the longest waiting first, each wish on one page of any size, and counts those behind a place", async (t) => {
    const { waiting, add, inPages } = setUp(t);
    for (const [itemId, since] of [
      ["d", 2],
      ["b", 1],
      ["a", 3],
      ["c", 2],
      ["e", 2],
    ] as const)
      await add(itemId, since);
    const order = ["b", "c", "d", "e", "a"];
    for (const size of [1, 2, 3, 9]) assert.deepEqual(await inPages(size), order);
    const left = (place?: WaitingCursor, before = 9) =>
      waiting.countBetween(storeKey, variant, place, before);
    assert.deepEqual([await left(), await left(undefined, 3)], [5, 4]);
    const [b, c, d] = await waiting.after(storeKey, variant, undefined, 3);
    assert.deepEqual([await left(b), await left(c), await left(d), await left(d, 3)], [4, 3, 2, 1]);
    await waiting.change([], [{ storeKey, variant, itemId: "d" }]);
    assert.equal(await left(d), 1);
  });

  it("keeps the place of a wish that is told again, and not that of one which was elsewhere", async (t) => {
    const { waiting, add, inPages } = setUp(t);
    await add("a", 1);
    await add("b", 2);
    await add("a", 3);
    assert.deepEqual(await inPages(9), ["a", "b"]);
    await add("a", 3, true);
    assert.deepEqual(await inPages(9), ["b", "a"]);
    await add("a", 1, true);
    assert.deepEqual(await inPages(9), ["b", "a"]);
    await waiting.change([], [{ storeKey, variant, itemId: "b" }]);
    assert.deepEqual(await waiting.since(storeKey, variant, ["a", "b"]), [3, null]);
  });
});
