import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { waitingName } from "../../../src/actors/wishlist/state/item-index.ts";
import { updateWaiting } from "../../../src/jobs/relay/projections.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import type { WaitingCursor } from "../../../src/store/waiting/waiting-set.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { withRedis } from "../../support/redis.ts";

const [storeKey, variant] = ["t/s", "r p v"];

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const waiting = new WaitingLists(redis, keys, new Layout(4, "salt"));
  const add = (itemId: string, since: number, hasMoved = false) =>
    waiting.change([{ added: { storeKey, variant, itemId, since, hasMoved } }]);
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
    await waiting.remove([{ storeKey, variant, itemId: "d" }]);
    assert.equal(await left(d), 2);
  });

  it("leaves out no wish of a millisecond with many of them, if others are removed during the read", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const lists = new WaitingLists(redis, keys, layout);
    const of = (itemId: string) => ({ storeKey, variant, itemId });
    for (const itemId of ["a", "b", "c", "d", "e"])
      await lists.change([{ added: { ...of(itemId), since: 1, hasMoved: false } }]);
    const key = keys.waiting(layout.partitionOf(`waiting ${storeKey} ${variant}`), storeKey, variant);
    let reads = 0;
    const removing = intercepted(redis, async ([name], send) => {
      const reply: unknown = await send();
      if (name === key && reads++ === 0) await lists.remove([of("a")]);
      return reply;
    });
    const place = { since: 1, itemId: "b" };
    const page = await new WaitingLists(removing, keys, layout).after(storeKey, variant, place, 2);
    assert.ok(reads > 1);
    assert.deepEqual(
      page.map(({ itemId }) => itemId),
      ["c", "d"],
    );
  });

  it("keeps the position of a wish that is added again, and not that of one from another list", async (t) => {
    const { waiting, add, inPages } = setUp(t);
    await add("a", 1);
    await add("b", 2);
    await add("a", 3);
    assert.deepEqual(await inPages(9), ["a", "b"]);
    await add("a", 3, true);
    assert.deepEqual(await inPages(9), ["b", "a"]);
    await add("a", 1, true);
    assert.deepEqual(await inPages(9), ["b", "a"]);
    await waiting.remove([{ storeKey, variant, itemId: "b" }]);
    assert.deepEqual(await waiting.since(storeKey, variant, ["a", "b"]), [3, null]);
  });

  it("gives a wish from another wishlist the position that its actor has decided", async (t) => {
    const { waiting, add, inPages } = setUp(t);
    await add("a", 2);
    await add("b", 5);
    const from = (itemId: string, since: number) =>
      waiting.change([{ added: { storeKey, variant, itemId, since, hasMoved: false, isFromList: true } }]);
    await from("b", 1);
    await from("c", 3);
    await from("c", 4);
    assert.deepEqual(await inPages(9), ["b", "a", "c"]);
    assert.deepEqual(await waiting.since(storeKey, variant, ["b", "c"]), [1, 4]);
  });

  it("ends the same however its events are cut into rounds: also a wish that an order took and gave back", async (t) => {
    const { waiting } = setUp(t);
    const kinds = [
      { type: "wishlist.item.added" },
      { type: "wishlist.item.removed", purchasedAndRemoved: false },
      { type: "wishlist.item.purchase_reverted", orderKey: "o" },
    ] as const;
    const anyEvent = fc.record({ kind: fc.constantFrom(...kinds), item: fc.constantFrom("a", "b") });
    const anyRounds = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 5 }), { maxLength: 4 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyRounds, async (rounds) => {
        const productRef = `p${run++}`;
        const product = { productRef, selectedVariantRef: "v" };
        const expected = new Map<string, number | null>([
          ["a", null],
          ["b", null],
        ]);
        let ms = 0;
        for (const round of rounds) {
          const events = round.map(({ kind, item: itemId }) => {
            const time = new Date(++ms).toISOString();
            if (kind.type === "wishlist.item.removed") expected.set(itemId, null);
            else expected.set(itemId, expected.get(itemId) ?? ms);
            return { event: { storeKey, time, wishlistId: "w", itemId, product, ...kind } };
          });
          await updateWaiting(waiting, events);
        }
        const found = await waiting.since(storeKey, waitingName(product), [...expected.keys()]);
        assert.deepEqual(found, [...expected.values()]);
      }),
      { numRuns: 200 },
    );
  });
});
