import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { sweepWaiting } from "../../../src/jobs/maintenance/sweep-waiting.ts";
import { itemId, parseItemId, wishlistId } from "../../../src/store/ids/ids.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import type { Durably } from "../../../src/store/waiting/divided-waiting.ts";
import { type WaitChange, WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { byPosition, type WaitingCursor } from "../../../src/store/waiting/waiting-set.ts";
import { MemoryWaitingLists } from "../../support/memory/waiting-lists.ts";
import { keysWith, PARTITIONS, withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const MAX_LENGTH = 4;
const LATER = Number.MAX_SAFE_INTEGER;
/** Writes that are durable at once. */
const AT_ONCE: Durably = (write) => write();

/** Two wishes of a wishlist in every other partition. */
const WISHES = Array.from({ length: PARTITIONS }, (_, i) =>
  itemId(wishlistId({ ms: 1000, seq: 0 }, i - (i % 2), "00000"), i),
);

function setUp(t: TestContext, partitions = PARTITIONS) {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(partitions, "salt");
  const waiting = new WaitingLists(redis, keys, layout, MAX_LENGTH);
  /** Does what is done each night. Wishes of which `isGone` is true no longer exist. */
  const sweep = (isGone: (id: string) => boolean = () => false, signal?: AbortSignal) => {
    const item = { item: {} };
    const read = (_: string, ids: string[]) =>
      Promise.resolve(ids.map((id) => (isGone(id) ? undefined : item)));
    const moveAll = (list: { storeKey: string; variant: string }, ids: readonly string[]) =>
      waiting.moveToSublists(list, ids, AT_ONCE);
    return sweepWaiting({ waiting, wishes: { read } as never, move: moveAll }, signal);
  };
  /** Moves wishes from before the division of a list. */
  const move = async (variant: string) => {
    for await (const { itemIds, isUndivided } of waiting.chunks({ storeKey, variant }))
      if (isUndivided) await waiting.moveToSublists({ storeKey, variant }, itemIds, AT_ONCE);
  };
  const add = (variant: string, ids: readonly string[], since = (i: number) => i + 1) =>
    waiting.change(
      ids.map((id, i) => ({ added: { storeKey, variant, itemId: id, since: since(i), hasMoved: false } })),
    );
  /** All wishes in their order, in pages of a size. */
  const inPages = async (variant: string, size: number, sublist?: number) => {
    const found: WaitingCursor[] = [];
    for (;;) {
      const page = await waiting.after(storeKey, variant, found.at(-1), size, sublist);
      found.push(...page);
      assert.ok(found.length <= WISHES.length + 1, "the pages go on for ever");
      if (page.length < size) return found;
    }
  };
  return { redis, keys, waiting, sweep, move, add, inPages, layout };
}

/** Changes of a waiting list, or the move of its wishes to the sublists. */
type Step = { what: "add" | "move" | "fromList" | "remove"; wish: number; since: number }[] | "move";

const anyChange = fc.record({
  what: fc.constantFrom("add", "add", "add", "move", "fromList", "remove"),
  wish: fc.nat({ max: WISHES.length - 1 }),
  since: fc.integer({ min: 1, max: 9 }),
}) as fc.Arbitrary<Exclude<Step, string>[number]>;
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant("move" as const) },
  ),
  { maxLength: 12 },
);

function changeOf(variant: string, { what, wish, since }: Exclude<Step, string>[number]): WaitChange {
  const listing = { storeKey, variant, itemId: WISHES[wish] ?? "" };
  if (what === "remove") return { removed: listing };
  return { added: { ...listing, since, hasMoved: what === "move", isFromList: what === "fromList" } };
}

describe("a waiting list that is divided", () => {
  for (const partitions of [PARTITIONS, 5])
    it(`has the wishes and the order of a list that is not, whatever happens to it, with ${partitions} partitions`, async (t) => {
      const { waiting, move, inPages } = setUp(t, partitions);
      let run = 0;
      let divided = 0;
      await fc.assert(
        fc.asyncProperty(anySteps, fc.integer({ min: 1, max: 7 }), async (steps, size) => {
          const variant = `v${run++}`;
          const model = new MemoryWaitingLists();
          for (const step of steps) {
            if (step === "move") await move(variant);
            else {
              const changes = step.map((change) => changeOf(variant, change));
              await waiting.change(changes);
              await model.change(changes);
            }
          }
          const expected = await model.after(storeKey, variant, undefined, WISHES.length);
          assert.deepEqual(await inPages(variant, size), expected);
          const since = await waiting.since(storeKey, variant, WISHES);
          assert.deepEqual(since, await model.since(storeKey, variant, WISHES));
          assert.equal(await waiting.count(storeKey, variant), expected.length);
          for (const cursor of [undefined, { since: 3, itemId: WISHES[5] ?? "" }, ...expected.slice(1, 3)])
            assert.equal(
              await waiting.countBetween(storeKey, variant, cursor, 8),
              await model.countBetween(storeKey, variant, cursor, 8),
            );
          const sublists = await waiting.sublistsOf(storeKey, variant);
          if (sublists === 0) return;
          divided++;
          const numbers = Array.from({ length: sublists }, (_, number) => number);
          const parts = await Promise.all(numbers.map((number) => inPages(variant, size, number)));
          assert.deepEqual(parts.flat().sort(byPosition), expected);
          // A customer's wishes are in one partition.
          const partitionsOf = parts.flatMap((part) => [
            ...new Set(part.map(({ itemId: id }) => parseItemId(id)?.partition)),
          ]);
          if (sublists === PARTITIONS) assert.equal(new Set(partitionsOf).size, partitionsOf.length);
        }),
        { numRuns: 60 },
      );
      assert.ok(divided > 10, `${divided} lists were divided`);
    });

  it("is one sorted set as long as it is short", async (t) => {
    const { waiting, sweep, add } = setUp(t);
    await add("v", WISHES.slice(0, MAX_LENGTH - 1));
    await sweep();
    assert.equal(await waiting.sublistsOf(storeKey, "v"), 0);
    await add("v", WISHES.slice(MAX_LENGTH - 1, MAX_LENGTH));
    assert.equal(await waiting.sublistsOf(storeKey, "v"), PARTITIONS);
  });

  it("is read as before if an earlier version wrote it as one long list, and the nightly sweep moves its wishes", async (t) => {
    const { redis, keys, waiting, sweep, add, inPages, layout } = setUp(t);
    const key = keys.waiting(layout.partitionOf(`waiting ${storeKey} old`), storeKey, "old");
    for (const [i, id] of WISHES.entries()) await redis.zadd(key, i + 1, id);
    const order = async () => (await inPages("old", 3)).map(({ itemId: id }) => id);
    assert.deepEqual(await order(), WISHES);
    assert.equal(await waiting.sublistsOf(storeKey, "old"), 0);
    await add("old", ["w"], () => LATER);
    assert.equal(await waiting.sublistsOf(storeKey, "old"), PARTITIONS);
    assert.deepEqual(await order(), [...WISHES, "w"]);
    const [gone = ""] = WISHES;
    assert.equal(await sweep((id) => id === gone), 1);
    assert.deepEqual(await order(), [...WISHES.slice(1), "w"]);
    const all = await keysWith(redis, keys.prefix);
    const lengths = await Promise.all(all.filter((each) => each !== key).map((each) => redis.zcard(each)));
    assert.equal(Math.max(...lengths), 2);
    // The deletion of a tenant finds them.
    assert.deepEqual(new Set(all.map((each) => keys.tenantOf(each))), new Set(["t"]));
  });

  it("is not read any more after the nightly sweep is aborted", async (t) => {
    const { waiting, sweep, add } = setUp(t);
    const variants = ["v", "w"];
    for (const variant of variants) await add(variant, WISHES.slice(0, 1));
    const aborting = new AbortController();
    const isGone = () => {
      aborting.abort();
      return true;
    };
    await assert.rejects(sweep(isGone, aborting.signal), { name: "AbortError" });
    const counts = await Promise.all(variants.map((variant) => waiting.count(storeKey, variant)));
    assert.deepEqual(counts.sort(), [0, 1]);
  });

  it("stays divided when it has become empty, and takes further wishes", async (t) => {
    const { waiting, sweep, add, inPages } = setUp(t);
    await add("v", WISHES);
    await waiting.remove(WISHES.map((id) => ({ storeKey, variant: "v", itemId: id })));
    await sweep();
    assert.equal(await waiting.count(storeKey, "v"), 0);
    const [first = ""] = WISHES;
    await add("v", [first]);
    assert.deepEqual(await inPages("v", 9), [{ itemId: first, since: 1 }]);
  });

  it("keeps a wish from before the division until its sublist has it durably", async (t) => {
    const { redis, keys, waiting, sweep, add, inPages, layout } = setUp(t);
    const ids = WISHES.slice(0, MAX_LENGTH);
    await add("v", ids);
    const lost: Durably = async (write) => {
      await write();
      throw new Error("the server of the sublists has lost the writes");
    };
    await assert.rejects(waiting.moveToSublists({ storeKey, variant: "v" }, ids, lost), /has lost/);
    const undivided = keys.undividedWaiting(layout.partitionOf(`waiting ${storeKey} v`), storeKey, "v");
    assert.deepEqual(await redis.zrange(undivided, 0, "-1"), ids);
    await sweep();
    assert.equal(await redis.exists(undivided), 0);
    assert.deepEqual(
      (await inPages("v", 9)).map(({ itemId: id }) => id),
      ids,
    );
  });

  it("keeps the later position that a wish gets while it is moved", async (t) => {
    const { redis, waiting, add, inPages } = setUp(t);
    const ids = WISHES.slice(0, MAX_LENGTH);
    await add("v", ids);
    const [moved = ""] = ids;
    const again = { added: { storeKey, variant: "v", itemId: moved, since: 9, hasMoved: true } };
    // The change comes when the move has read the old position.
    const zmscore = redis.zmscore.bind(redis);
    redis.zmscore = (async (...args: Parameters<typeof zmscore>) => {
      const scores = await zmscore(...args);
      await waiting.change([again]);
      return scores;
    }) as typeof redis.zmscore;
    await waiting.moveToSublists({ storeKey, variant: "v" }, ids, AT_ONCE);
    redis.zmscore = zmscore;
    assert.deepEqual(await waiting.since(storeKey, "v", [moved]), [9]);
    await waiting.moveToSublists({ storeKey, variant: "v" }, ids, AT_ONCE);
    assert.deepEqual((await inPages("v", 9)).at(-1), { itemId: moved, since: 9 });
  });
});
