import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Job } from "bullmq";
import { pino } from "pino";
import { archiveChanges } from "../../../src/jobs/changes/archive-changes.ts";
import { limitChanges } from "../../../src/jobs/changes/limit-changes.ts";
import { sweepArchives } from "../../../src/jobs/changes/sweep-archives.ts";
import { trimChanges } from "../../../src/jobs/changes/trim-changes.ts";
import { lapseGuests } from "../../../src/jobs/maintenance/lapse-guests.ts";
import { sweepReferences } from "../../../src/jobs/maintenance/sweep-references.ts";
import { sweepWaiting } from "../../../src/jobs/maintenance/sweep-waiting.ts";
import { feedKeys } from "../../../src/store/changes/feed-keys.ts";
import { segmentName } from "../../../src/store/changes/feed-segment.ts";
import { FeedSegments } from "../../../src/store/changes/feed-segments.ts";
import { itemId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import { Guests } from "../../../src/store/read/guests.ts";
import { Wishes } from "../../../src/store/read/wishes.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { historyOf } from "../../../src/store/redis/server/history.ts";
import { References } from "../../../src/store/references/references.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { newWishlistId } from "../../support/data/state-keys.ts";
import { MemoryArchive } from "../../support/memory/archive.ts";
import { withRedis } from "../../support/redis.ts";

/** Time of the changes. */
const CHANGED_MS = 100 * DAY_MS;
const PARTITIONS = 1;
const CHANGES = 300;
const WRONG_TYPE = /WRONGTYPE/;

/** The stores of two tenants, in the order of work that goes through all of them. */
const BROKEN = "a/default";
const SOUND = "b/default";

/** Two tenants, whose stores have changes. */
async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, PARTITIONS);
  const tenants = new Tenants(redis, keys);
  for (const tenant of ["a", "b"]) await tenants.create(tenant, {});
  const segments = new FeedSegments(redis, keys, layout);
  const feedOf = (storeKey: string) => feedKeys(keys, layout, storeKey).feed;
  for (const storeKey of [BROKEN, SOUND])
    for (let i = 0; i < CHANGES; i++)
      await redis.xadd(feedOf(storeKey), `${CHANGED_MS + i}-0`, "i", `0-${i}-1`, "e", "{}");
  /** Makes a key of the first store unreadable. */
  const breakKey = (key: string) => redis.set(key, "of another type");
  const left = () => segments.length(SOUND);
  const now = () => CHANGED_MS + 3 * DAY_MS;
  return {
    redis,
    keys,
    layout,
    tenants,
    segments,
    archive: new MemoryArchive(),
    feedOf,
    breakKey,
    left,
    now,
  };
}

describe("regular work that fails for one store", () => {
  it("archives the changes of the other stores", async (t) => {
    const { tenants, segments, archive, left, now } = await setUp(t);
    archive.afterWrite = (name) => {
      if (name.startsWith("a/")) throw new Error("no space");
    };
    const onMoved = () => undefined;
    await assert.rejects(
      archiveChanges({ tenants, segments, archive, now, hotHours: 1, onMoved }),
      /no space/,
    );
    assert.equal(await left(), 0);
  });

  it("stops if the archive fails for one store after the other", async (t) => {
    const { redis, tenants, segments, archive, feedOf, now } = await setUp(t);
    for (let i = 0; i < 20; i++) {
      await tenants.create(`c${i}`, {});
      await redis.xadd(feedOf(`c${i}/default`), `${CHANGED_MS}-0`, "i", "0-1-1", "e", "{}");
    }
    archive.afterWrite = () => {
      throw new Error("unavailable");
    };
    const onMoved = () => undefined;
    await assert.rejects(
      archiveChanges({ tenants, segments, archive, now, hotHours: 1, onMoved }),
      /^Error: unavailable$/,
    );
    assert.equal(archive.contents.size, 10);
  });

  it("limits the changes of the other tenants", async (t) => {
    const { tenants, segments, feedOf, breakKey, left } = await setUp(t);
    await breakKey(feedOf(BROKEN));
    const limiting = { tenants, segments, defaultLimit: 100, onDropped: () => undefined };
    await assert.rejects(limitChanges(limiting), WRONG_TYPE);
    assert.ok((await left()) < CHANGES);
  });

  it("drops the old changes of the other stores", async (t) => {
    const { tenants, segments, feedOf, breakKey, left } = await setUp(t);
    await breakKey(feedOf(BROKEN));
    await assert.rejects(
      trimChanges({ tenants, segments, now: () => CHANGED_MS + 100 * DAY_MS }),
      WRONG_TYPE,
    );
    assert.equal(await left(), 0);
  });

  it("removes unused archives of the other stores", async (t) => {
    const { keys, layout, segments, archive, breakKey, now } = await setUp(t);
    const written = { now: CHANGED_MS, random: "0".repeat(12) };
    for (const storeKey of [BROKEN, SOUND])
      await archive.write(segmentName(storeKey, `${CHANGED_MS}-0`, written), Buffer.from(""));
    await breakKey(feedKeys(keys, layout, BROKEN).segments);
    await assert.rejects(sweepArchives({ archives: [archive], segments, now }), WRONG_TYPE);
    assert.deepEqual(
      [...archive.contents.keys()].map((name) => name.slice(0, 1)),
      ["a"],
    );
  });

  it("releases the unused references of the other stores", async (t) => {
    const { redis, keys, layout, tenants, breakKey } = await setUp(t);
    await breakKey(keys.references(0, "email", BROKEN));
    const references = new References(redis, keys, layout, 0);
    const claim = { reference: "email", value: "ann@example.com", holder: "none" } as const;
    await references.claim([{ ...claim, storeKey: SOUND, at: 0 }]);
    const log = pino({ level: "silent" });
    const shared = {
      reads: new IndexReads(redis, keys),
      history: () => historyOf(redis),
      matchLater: () => Promise.resolve(),
    };
    const sweep = sweepReferences({
      ...{ tenants, references, partitions: PARTITIONS, now: Date.now, log },
      ...shared,
    });
    const job = { updateProgress: () => Promise.resolve() } as unknown as Job;
    await assert.rejects(Promise.resolve(sweep(job)), WRONG_TYPE);
    assert.equal(await redis.exists(keys.references(0, "email", SOUND)), 0);
  });

  it("deletes the unused wishlists of guests of the other stores", async (t) => {
    const { redis, keys, tenants, breakKey, now } = await setUp(t);
    await breakKey(keys.storeIndex(0, "guests", BROKEN));
    const read: string[] = [];
    const guests = new Guests(redis, keys);
    const lapsing: Parameters<typeof lapseGuests>[0] = {
      tenants,
      guests: {
        unusedSince(partition, storeKey, ms) {
          read.push(storeKey);
          return guests.unusedSince(partition, storeKey, ms);
        },
      },
      partitions: PARTITIONS,
      send: () => Promise.reject(new Error("there is no guest")),
      now,
      days: 1,
      log: pino({ level: "silent" }),
    };
    await assert.rejects(lapseGuests(lapsing), WRONG_TYPE);
    assert.deepEqual(read, [BROKEN, SOUND]);
  });

  it("sweeps the waiting lists of the other stores", async (t) => {
    const { redis, keys, layout } = await setUp(t);
    const waiting = new WaitingLists(redis, keys, layout);
    const lists = Array.from({ length: 8 }, (_, i) => ({ storeKey: SOUND, variant: `v${i}` }));
    const item = () => ({ itemId: itemId(newWishlistId(0), 1), since: 1, hasMoved: false });
    await waiting.change(lists.map((list) => ({ added: { ...list, ...item() } })));
    await redis.rpush(keys.waiting(0, BROKEN, "v"), "of another type");
    const move = () => Promise.resolve();
    await assert.rejects(
      sweepWaiting({ wishes: new Wishes({ redis, keys, onUndecodable: refuseUndecodable }), waiting, move }),
      WRONG_TYPE,
    );
    for (const { storeKey, variant } of lists)
      assert.equal(await redis.exists(keys.waiting(0, storeKey, variant)), 0);
  });
});
