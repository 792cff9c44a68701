import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { archiveChanges } from "../../../src/jobs/changes/archive-changes.ts";
import { lengthForEach, limitChanges } from "../../../src/jobs/changes/limit-changes.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangesLost } from "../../../src/store/changes/archive.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { FeedSegments } from "../../../src/store/changes/feed-segments.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import type { Tenant } from "../../../src/store/tenants/tenant.ts";
import { MemoryArchive } from "../../support/memory/archive.ts";
import { withRedis } from "../../support/redis.ts";

const DAY = 86_400_000;
/** Redis drops whole nodes of a stream, of this many entries. */
const NODE = 100;

/** Stores with change feeds. A tenant may have a limit of its own. */
function stage(t: TestContext, limits: Record<string, number> = {}) {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(4, "salt");
  const archive = new MemoryArchive();
  const segments = new FeedSegments(redis, keys, layout);
  const feed = new ChangeFeed(redis, keys, layout, new ArchiveReader({ files: archive }));
  const storeKeys: string[] = [];
  const add = async (storeKey: string, count: number, from = 1) => {
    if (!storeKeys.includes(storeKey)) storeKeys.push(storeKey);
    const key = keys.changes(layout.partitionOf(`changes ${storeKey}`), storeKey);
    const pipeline = redis.pipeline();
    for (let i = from; i < from + count; i++)
      pipeline.xadd(key, `${i}-0`, "i", `1-${i}-0`, "e", `{"n":${i}}`);
    await pipeline.exec();
  };
  const tenants = {
    storeKeys: () => Promise.resolve(storeKeys),
    find: (id: string) =>
      Promise.resolve({ id, budgets: id in limits ? { changes: limits[id] } : {} } as Tenant),
  };
  const limit = async (defaultLimit?: number) => {
    const dropped: Record<string, number> = {};
    const onDropped = (storeKey: string, count: number) => void (dropped[storeKey] = count);
    await limitChanges({ tenants, segments, defaultLimit, onDropped });
    return dropped;
  };
  const move = (now: number) =>
    archiveChanges({ tenants, segments, archive, now: () => now, hotHours: 1, onMoved: () => undefined });
  return { feed, segments, add, limit, move };
}

const lossAfter = async (feed: ChangeFeed, storeKey: string, cursor: string): Promise<string> => {
  const err = await feed.after(storeKey, cursor, 10).catch((cause: unknown) => cause);
  assert.ok(err instanceof ChangesLost, String(err));
  return err.resumeAt;
};

describe("lengthForEach", () => {
  it("shortens only the longest feeds, and by as little as possible", () => {
    assert.equal(lengthForEach([10, 20, 30], 60), Infinity);
    assert.equal(lengthForEach([10, 20, 30], 59), 29);
    assert.equal(lengthForEach([10, 20, 30], 40), 15);
    assert.equal(lengthForEach([10, 20, 30], 2), 0);
    assert.equal(lengthForEach([], 0), Infinity);
  });

  it("uses the limit, but for less than one change per feed", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 20 }), fc.nat(5000), (lengths, limit) => {
        const each = lengthForEach(lengths, limit);
        const sum = lengths.reduce((total, length) => total + Math.min(length, each), 0);
        const all = lengths.reduce((total, length) => total + length, 0);
        assert.ok(sum <= Math.min(limit, all));
        assert.ok(sum > Math.min(limit, all) - Math.max(1, lengths.length));
      }),
    );
  });
});

describe("limitChanges", () => {
  it("drops the oldest changes of the longest feeds of a tenant, and leaves other tenants alone", async (t) => {
    const { feed, segments, add, limit } = stage(t, { large: 5000 });
    await add("shop/a", 3000);
    await add("shop/b", 300);
    await add("other/a", 1000);
    await add("large/a", 2500);
    assert.deepEqual(await limit(), {});
    const dropped = await limit(1000);
    assert.deepEqual(Object.keys(dropped), ["shop/a"]);
    const left = await segments.length("shop/a");
    assert.ok(left >= 699 && left < 700 + NODE, String(left));
    assert.equal(dropped["shop/a"], 3000 - left);
    assert.equal((await feed.after("shop/b", undefined, 1000)).length, 300);
    assert.equal((await feed.after("other/a", undefined, 2000)).length, 1000);
    assert.equal((await feed.after("large/a", undefined, 5000)).length, 2500);
    assert.deepEqual(await limit(1000), {});
  });

  it("shows a reader which changes are lost, and where to continue", async (t) => {
    const { feed, segments, add, limit } = stage(t);
    await add("shop/a", 2000);
    await limit(1000);
    const end = `${2000 - (await segments.length("shop/a"))}-0`;
    for (const cursor of ["0-0", "1-0"]) assert.equal(await lossAfter(feed, "shop/a", cursor), end);
    const rest = await feed.after("shop/a", end, 5000);
    assert.equal(rest.length, await segments.length("shop/a"));
    assert.deepEqual(await feed.after("shop/a", "1990-0", 5000), rest.slice(-10));

    await add("shop/a", 1000, 2001);
    await limit(1000);
    const later = `${3000 - (await segments.length("shop/a"))}-0`;
    for (const cursor of ["0-0", end]) assert.equal(await lossAfter(feed, "shop/a", cursor), later);
  });

  it("keeps the order of archived, lost and later archived changes, and forgets a loss after 30 days", async (t) => {
    const { feed, segments, add, limit, move } = stage(t);
    const [first, second] = [100 * DAY + 1, 101 * DAY + 1];
    await add("shop/a", 500, first);
    await move(102 * DAY);
    await add("shop/a", 2000, second);
    await limit(1000);
    const left = await segments.length("shop/a");
    await move(104 * DAY);
    assert.equal(await segments.length("shop/a"), 0);
    const archived = await feed.after("shop/a", undefined, 1000);
    const last = `${first + 499}-0`;
    assert.deepEqual([archived.length, archived.at(-1)?.entryId], [500, last]);
    const end = await lossAfter(feed, "shop/a", last);
    assert.equal(end, `${second + 2000 - left - 1}-0`);
    assert.equal((await feed.after("shop/a", end, 5000)).length, left);
    await move(132 * DAY);
    assert.equal((await feed.after("shop/a", undefined, 5000)).length, 0);
  });
});
