import type { Redis } from "ioredis";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { entriesOf, rangeOf } from "../partition/streams.ts";
import { readNumber, repliesOf } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import type { ChangeFeedEntry } from "./feed-entry.ts";
import { entryOf, feedKeys } from "./feed-keys.ts";
import {
  countForSegment,
  type FeedSegment,
  FIELDS_OF_DROPPED,
  fieldsOfSegment,
  SEGMENT_ENTRIES,
  segmentOf,
} from "./feed-segment.ts";

/** Entries that one script call drops: few enough that it does not block Redis for long. */
const MAX_DROPPED = 10_000;

const dropChangesScript = loadTypedScript("changes/drop-changes", readNumber);
const archiveChangesScript = loadTypedScript("changes/archive-changes", readNumber);

/** Moves the older parts of change feeds from Redis to segments in an archive, or drops them. */
export class FeedSegments {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keysOf(storeKey: string) {
    return feedKeys(this.#keys, this.#layout, storeKey);
  }

  /**
   * Reads the oldest entries in Redis from before a time, in milliseconds since 1970, as many as one segment can have.
   */
  async oldest(storeKey: string, beforeMs: number): Promise<ChangeFeedEntry[]> {
    const options = { end: `(${beforeMs}-0`, count: SEGMENT_ENTRIES };
    const entries = await rangeOf(this.#redis, this.#keysOf(storeKey).feed, options);
    const found = entries.map((entry) => entryOf(storeKey, entry));
    return found.slice(0, countForSegment(found, DAY_MS));
  }

  /**
   * Replaces entries of the feed by their segment, which is in the archive. Both changes are made at once, so that a
   * change is always in one of the two. Resolves to false if another process has moved the entries, or the feed was
   * deleted.
   */
  async replace(storeKey: string, segment: FeedSegment): Promise<boolean> {
    const { feed, segments } = this.#keysOf(storeKey);
    const args = [segment.last, ...fieldsOfSegment(segment)];
    return (await archiveChangesScript.run(this.#redis, [feed, segments], args)) === 1;
  }

  /** Drops the entries and the segments of the index that ended before a time, in milliseconds since 1970. */
  async dropBefore(storeKey: string, ms: number): Promise<void> {
    const { feed, segments } = this.#keysOf(storeKey);
    const pipeline = this.#redis.pipeline();
    for (const key of [feed, segments]) pipeline.xtrim(key, "MINID", "=", ms);
    await repliesOf(pipeline);
  }

  /** Reads the number of entries that a feed has in Redis. */
  length(storeKey: string): Promise<number> {
    return this.#redis.xlen(this.#keysOf(storeKey).feed);
  }

  /**
   * Drops the oldest entries in Redis from a feed that has clearly more than `keep`. Readers behind them learn that
   * they are lost. Resolves to the number of dropped entries.
   */
  async dropOldest(storeKey: string, keep: number, signal?: AbortSignal): Promise<number> {
    const { feed, segments } = this.#keysOf(storeKey);
    const args = [keep.toString(), MAX_DROPPED.toString(), ...FIELDS_OF_DROPPED];
    let dropped = 0;
    for (;;) {
      signal?.throwIfAborted();
      const some = await dropChangesScript.run(this.#redis, [feed, segments], args);
      if (some === 0) return dropped;
      dropped += some;
    }
  }

  /** Reads the names of a store's segments in the archive. */
  async names(storeKey: string): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const entry of entriesOf(this.#redis, this.#keysOf(storeKey).segments))
      names.add(segmentOf(entry).name);
    return names;
  }
}
