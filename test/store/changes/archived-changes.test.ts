import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { archiveChanges } from "../../../src/jobs/changes/archive-changes.ts";
import { sweepArchives } from "../../../src/jobs/changes/sweep-archives.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ArchiveUnavailable, ChangesLost } from "../../../src/store/changes/archive.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../../src/store/changes/feed-entry.ts";
import {
  packEntries,
  SEGMENT_ENTRIES,
  segmentName,
  segmentNamed,
  unpackEntries,
} from "../../../src/store/changes/feed-segment.ts";
import { FeedSegments } from "../../../src/store/changes/feed-segments.ts";
import { compareEntryIds } from "../../../src/store/ids/entry-id.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { MemoryArchive } from "../../support/memory/archive.ts";
import { withRedis } from "../../support/redis.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A time within a day. */
const NOW = Date.UTC(2026, 5, 20, 15);
const TODAY = Date.UTC(2026, 5, 20);

/** Change feeds with an archive in memory, at a time that the test chooses. */
function stage(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(4, "salt");
  const archive = new MemoryArchive();
  const segments = new FeedSegments(redis, keys, layout);
  /** Another process, which has no cached data. */
  const open = () => new ChangeFeed(redis, keys, layout, new ArchiveReader({ files: archive }));
  let stores = 0;
  const newStore = () => {
    const storeKey = `shop/store-${stores++}`;
    const feed = keys.changes(layout.partitionOf(`changes ${storeKey}`), storeKey);
    const add = async (ids: readonly string[]) => {
      const pipeline = redis.pipeline();
      for (const id of ids) pipeline.xadd(feed, id, "i", `1-${id}`, "e", `{"type":"é","at":"${id}"}`);
      await pipeline.exec();
    };
    const move = (hotHours = 1, now = NOW) => {
      const tenants = { storeKeys: () => Promise.resolve([storeKey]) };
      return archiveChanges({
        tenants,
        segments,
        archive,
        now: () => now,
        hotHours,
        onMoved: () => undefined,
      });
    };
    return { storeKey, feed, add, move };
  };
  return { redis, keys, layout, archive, segments, open, newStore };
}

/** All changes, in pages, which are full up to the last. */
async function walk(feed: ChangeFeed, storeKey: string, limit: number, between?: () => Promise<unknown>) {
  const all: ChangeFeedEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await feed.after(storeKey, cursor, limit);
    assert.ok(page.length <= limit);
    const [first] = page;
    if (first) assert.equal(all.length % limit, 0, "a page is short, and yet more follow");
    if (first && cursor !== undefined)
      assert.ok(compareEntryIds(first.entryId, cursor) > 0, "it comes again");
    all.push(...page);
    cursor = page.at(-1)?.entryId;
    if (cursor === undefined) return all;
    await between?.();
  }
}

const idsOf = (entries: readonly ChangeFeedEntry[]) => entries.map(({ entryId }) => entryId);
const numbered = (count: number, at: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => `${at(i)}-${i}`);

describe("a change feed with older parts in an archive", () => {
  it("gives the same pages as before the move, for every cursor, limit and end", async (t) => {
    const { newStore, open, archive } = stage(t);
    const steps = fc.array(fc.tuple(fc.constantFrom(0, 0, 1, HOUR, 7 * HOUR), fc.nat(2)), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat()),
        fc.constantFrom(1, 2, 9),
        async (gaps, hot, picks, days) => {
          const { storeKey, add, move } = newStore();
          let ms = NOW - days * DAY;
          const ids = gaps.map(([gap], i) => `${(ms += gap)}-${i}`);
          await add(ids);
          const before = await walk(open(), storeKey, 1000);
          assert.deepEqual(idsOf(before), ids);
          const end = await open().end(storeKey);
          await move(hot);
          const feed = open();
          assert.equal(await feed.end(storeKey), end);
          for (const limit of [1, 2, 7, 1000]) assert.deepEqual(await walk(feed, storeKey, limit), before);
          for (const pick of picks) {
            const [from = "0-0", to = "0-0"] = [ids[pick % ids.length], ids[(pick * 7) % ids.length]];
            const within = before.filter(
              ({ entryId }) => compareEntryIds(entryId, from) > 0 && compareEntryIds(entryId, to) <= 0,
            );
            assert.deepEqual(
              await feed.after(storeKey, from, 1 + (pick % 9), to),
              within.slice(0, 1 + (pick % 9)),
            );
          }
        },
      ),
      { numRuns: 25 },
    );
    assert.ok(archive.contents.size > 0);
  });

  it("shows every change once to a reader during the move", async (t) => {
    const { newStore, open } = stage(t);
    const { storeKey, add, move } = newStore();
    const ids = numbered(300, (i) => NOW - 20 * DAY + i * HOUR);
    await add(ids);
    let hotHours = 480;
    const found = await walk(open(), storeKey, 7, () => move((hotHours = Math.max(1, hotHours - 20))));
    assert.deepEqual(idsOf(found), ids);
  });

  it("moves complete days older than the configured hours, in segments of one day and a limited size", async (t) => {
    const { newStore, archive, redis } = stage(t);
    const { add, move, feed } = newStore();
    const many = numbered(SEGMENT_ENTRIES + 1, () => TODAY - 2 * DAY);
    await add([`${TODAY - 3 * DAY}-0`, ...many, `${TODAY - 1}-0`, `${TODAY}-0`]);
    assert.equal(await move(16), 3);
    assert.equal(await redis.xlen(feed), 2);
    assert.equal(await move(14), 1);
    assert.equal(await redis.xlen(feed), 1);
    const days = [...archive.contents.keys()].map((name) => segmentNamed(name)?.lastMs);
    assert.deepEqual(days, [TODAY - 3 * DAY, TODAY - 2 * DAY, TODAY - 2 * DAY, TODAY - 1]);
  });

  it("finds events by their ids in both parts", async (t) => {
    const { newStore, open } = stage(t);
    const { storeKey, add, move } = newStore();
    const ids = numbered(50, (i) => NOW - 3 * DAY + i * 2 * HOUR);
    await add(ids);
    await move();
    const wanted = [ids[0], ids[20], ids[49]].map((id) => `1-${id ?? ""}`);
    const found = await open().named(storeKey, wanted);
    assert.deepEqual(
      found.map(({ id }) => id),
      wanted,
    );
  });

  it("reports which changes are lost with a segment, and continues after them", async (t) => {
    const { newStore, open, archive } = stage(t);
    const { storeKey, add, move } = newStore();
    const ids = [4, 3, 2, 1].map((days) => `${TODAY - days * DAY}-5`);
    await add(ids);
    await move();
    const names = [...archive.contents.keys()];
    const [, second = "", third = ""] = names;
    archive.contents.delete(second);
    archive.contents.set(third, Buffer.from("damaged"));
    const feed = open();
    assert.deepEqual(idsOf(await feed.after(storeKey, "0-0", 100)), ids.slice(0, 1));
    for (const [from, to] of [
      [ids[0], ids[1]],
      [ids[1], ids[2]],
    ]) {
      const lost = (err: unknown) => err instanceof ChangesLost && err.resumeAt === to;
      await assert.rejects(feed.after(storeKey, from, 100), lost);
    }
    assert.deepEqual(idsOf(await feed.after(storeKey, ids[2], 100)), ids.slice(3));
    // Only segments that a read needs matter.
    assert.deepEqual(await feed.after(storeKey, ids[0], 100, ids[0]), []);
    assert.equal((await feed.named(storeKey, [`1-${ids[3] ?? ""}`])).length, 1);
  });

  it("is not readable, without loss of data, while the archive is away", async (t) => {
    const { newStore, redis, keys, layout } = stage(t);
    const { storeKey, add, move } = newStore();
    await add([`${TODAY - DAY}-0`]);
    await move();
    const elsewhere = new ChangeFeed(redis, keys, layout, new ArchiveReader({}));
    await assert.rejects(elsewhere.after(storeKey, "0-0", 10), ArchiveUnavailable);
  });

  it("neither loses nor duplicates changes if a move ends after the file is written, before Redis lists it", async (t) => {
    const { newStore, open, archive, segments } = stage(t);
    const { storeKey, add, move } = newStore();
    const ids = numbered(60, (i) => NOW - 5 * DAY + i * HOUR);
    await add(ids);
    let left = 2;
    archive.afterWrite = () => {
      if (left-- === 0) throw new Error("killed");
    };
    await assert.rejects(move(), /killed/);
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids);
    await move();
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids);
    const files = archive.contents.size;
    const sweep = (now: number) => sweepArchives({ archives: [archive], segments, now: () => now });
    // Another process may be in the middle of a move.
    assert.equal(await sweep(NOW + HOUR), 0);
    assert.equal(await sweep(NOW + 2 * DAY), 1);
    assert.equal(archive.contents.size, files - 1);
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids);
  });

  it("leaves no file of a move that another process has done, or whose feed was deleted", async (t) => {
    const { newStore, open, archive, redis } = stage(t);
    const { storeKey, feed, add, move } = newStore();
    const ids = [`${TODAY - DAY}-0`, `${TODAY}-0`];
    await add(ids);
    let isFirst = true;
    archive.afterWrite = async () => {
      if (isFirst) await ((isFirst = false), move());
    };
    await move();
    assert.equal(archive.contents.size, 1);
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids);
    const other = newStore();
    await other.add(ids);
    archive.afterWrite = async () => {
      await redis.del(other.feed);
    };
    await other.move();
    assert.equal(archive.contents.size, 1);
    assert.equal(await redis.exists(feed), 1);
  });

  it("drops segments after 30 days, from the index and from the archive", async (t) => {
    const { newStore, open, archive, segments } = stage(t);
    const { storeKey, add, move } = newStore();
    const ids = [`${TODAY - 29 * DAY}-0`, `${TODAY - 2 * DAY}-0`];
    await add(ids);
    await move();
    const later = NOW + 2 * DAY;
    await move(1, later);
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids.slice(1));
    assert.equal(await sweepArchives({ archives: [archive], segments, now: () => later + DAY }), 1);
    assert.equal(archive.contents.size, 1);
    assert.deepEqual(idsOf(await walk(open(), storeKey, 10)), ids.slice(1));
  });
});

describe("a segment", () => {
  it("unpacks to exactly the packed text, and refuses an incomplete file", async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant("line\u2028line\u2029line\nline\rline"));
    const text = value.map((each) => JSON.stringify({ value: each }));
    const entry = fc.record(
      { id: fc.constant("1-5-2"), entryId: fc.constant("7-0"), text },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 20 }), async (entries) => {
        const content = await packEntries(entries);
        assert.deepEqual(await unpackEntries(content, entries.length), entries);
        await assert.rejects(unpackEntries(content, entries.length + 1));
        await assert.rejects(unpackEntries(content.subarray(0, -9), entries.length));
      }),
      { numRuns: 50 },
    );
  });

  it("has a name with its store, its last entry and its time, and stays in the tenant's folder", () => {
    const name = segmentName("shop/..", "17-4", { now: 99, random: "0af" });
    assert.equal(name, "shop/..~17-4~99-0af.ndjson.gz");
    assert.deepEqual(segmentNamed(name), { storeKey: "shop/..", lastMs: 17, writtenMs: 99 });
    assert.deepEqual(segmentNamed(`${name}.00ff`), segmentNamed(name));
    for (const other of ["shop/x.ndjson.gz", "../../shop/a~1-1~2-a.ndjson.gz"])
      assert.equal(segmentNamed(other), undefined);
  });
});
