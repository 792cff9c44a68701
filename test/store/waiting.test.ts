import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Layout } from "../../src/store/layout.ts";
import { WaitingLists } from "../../src/store/read/waiting.ts";
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
  it("has the longest waiting first, and each wish on one page, whatever the size of pages", async (t) => {
    const { add, inPages } = setUp(t);
    for (const [itemId, since] of [
      ["d", 2],
      ["b", 1],
      ["a", 3],
      ["c", 2],
      ["e", 2],
    ] as const)
      await add(itemId, since);
    for (const size of [1, 2, 3, 9]) assert.deepEqual(await inPages(size), ["b", "c", "d", "e", "a"]);
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
