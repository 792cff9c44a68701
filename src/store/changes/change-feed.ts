import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { compareEntryIds, parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import type { OutboxEntry } from "../partition/outbox.ts";
import type { StreamEntry } from "../partition/streams.ts";
import { listOf, repliesOf } from "../redis/replies.ts";
import { loadScript } from "../redis/script.ts";
import type { ArchiveReader } from "./archive-reader.ts";
import { ChangesLost } from "./archive.ts";
import { type ChangeFeedEntry, EVENT_ID, CHANGES_KEPT_MS } from "./feed-entry.ts";
import { entryOf, feedKeys, fieldsOfChange } from "./feed-keys.ts";
import { type FeedSegment, segmentOf } from "./feed-segment.ts";
import { storedTextOf } from "./stored-text.ts";

const appendChangesScript = loadScript("changes/append-changes");
const readStreamEntries = listOf<StreamEntry>("entries of a stream");

/**
 * Maximum number of events that one call of the script adds. It takes about a millisecond, in which Redis serves
 * nothing else.
 */
const APPEND_BATCH_SIZE = 200;

/** Number of events that are read at once to find events by their ids. */
const PAGE = 1000;
/** Maximum number of pages to search for one event, and of reads for all requested events together. */
const MAX_PAGES = 20;
const MAX_READS = 200;

/**
 * Maximum number of segments that are found at once, and of their compressed bytes that are read at once. At least one
 * segment is read.
 */
const MAX_SEGMENTS = 32;
const MAX_SEGMENT_BYTES = 4 * 1024 * 1024;

/** Returns the position before all changes of a time, in milliseconds since 1970. */
export const cursorBefore = (ms: number) => (ms > 0 ? `${ms - 1}-18446744073709551615` : "0-0");

/** Returns the search for an event, which begins at its time; none for an id that no event can have. */
function searchFor(id: string): { id: string; ms: number; pages: number }[] {
  const [, ofOutbox, ofEndpoint] = EVENT_ID.exec(id) ?? [];
  const ms = ofOutbox ?? ofEndpoint;
  return ms === undefined ? [] : [{ id, ms: Number(ms), pages: 0 }];
}

/**
 * Returns the segments to read for `limit` changes. The changes of the first segment do not count, because it is
 * unknown how many of them are after the cursor. Segments that begin after the end are left out.
 */
function segmentsFor(
  segments: readonly FeedSegment[],
  limit: number,
  isPastEnd: (id: string) => boolean,
): FeedSegment[] {
  const chosen: FeedSegment[] = [];
  let [certain, bytes] = [0, 0];
  for (const segment of segments) {
    bytes += segment.bytes;
    const isFirst = chosen.length === 0;
    if (isPastEnd(segment.first) || (!isFirst && (certain >= limit || bytes > MAX_SEGMENT_BYTES))) break;
    chosen.push(segment);
    if (!isFirst) certain += segment.count;
  }
  return chosen;
}

/**
 * The events of a store in one order, for callers to follow. The newest events are in Redis; older ones may be in
 * segments of an archive ({@link file://./feed-segments.ts}), and are read with the same cursors.
 */
export class ChangeFeed {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #archive: ArchiveReader;

  constructor(redis: Redis, keys: Keys, layout: Layout, archive: ArchiveReader) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#archive = archive;
  }

  #keysOf(storeKey: string) {
    return feedKeys(this.#keys, this.#layout, storeKey);
  }

  /** Adds events of one store. The events of each partition must be in order. Skips events that were added before. */
  async append(storeKey: string, entries: readonly OutboxEntry[], now: number): Promise<void> {
    const { feed, positions } = this.#keysOf(storeKey);
    for (const batch of batchesOf(entries, APPEND_BATCH_SIZE)) {
      const rows = batch.flatMap(({ partition, id, text }) => [
        ...[partition.toString(), id],
        ...storedTextOf({ id: `${partition}-${id}`, storeKey, text }),
      ]);
      await appendChangesScript.run(
        this.#redis,
        [feed, positions],
        [(now - CHANGES_KEPT_MS).toString(), ...rows],
      );
    }
  }

  /**
   * Finds the changes with these ids that are still kept, in the order of the feed. An event enters the feed soon after
   * its time, so each is searched from its time on, in one pass that skips the times in between. Lost changes are
   * skipped too. Ids that no event can have are not searched for.
   */
  async named(storeKey: string, ids: readonly string[]): Promise<ChangeFeedEntry[]> {
    const found: ChangeFeedEntry[] = [];
    let missing = [...new Set(ids)].flatMap(searchFor);
    missing.sort((a, b) => a.ms - b.ms);
    let cursor = "0-0";
    for (let reads = 0; reads < MAX_READS; reads++) {
      const [first] = missing;
      if (!first) break;
      if (parseEntryId(cursor).ms < first.ms - 1) cursor = `${first.ms - 1}-0`;
      const changes = await this.#afterLost(storeKey, cursor, PAGE);
      const last = changes.at(-1);
      if (!last) break;
      cursor = last.entryId;
      const passed = parseEntryId(cursor).ms;
      const readIds = new Set(changes.map(({ id }) => id));
      const wanted = new Set(missing.map(({ id }) => id));
      found.push(...changes.filter(({ id }) => wanted.has(id)));
      missing = missing
        .filter(({ id }) => !readIds.has(id))
        .map(({ id, ms, pages }) => ({ id, ms, pages: ms <= passed ? pages + 1 : pages }))
        .filter(({ pages }) => pages < MAX_PAGES);
    }
    return found;
  }

  /** Like {@link ChangeFeed.after}, but continues after changes that are lost. */
  async #afterLost(storeKey: string, cursor: string, limit: number): Promise<ChangeFeedEntry[]> {
    let from = cursor;
    for (;;) {
      try {
        return await this.after(storeKey, from, limit);
      } catch (err) {
        if (!(err instanceof ChangesLost)) throw err;
        from = err.resumeAt;
      }
    }
  }

  /** Adds an entry that is not an event of an outbox. */
  async add(storeKey: string, id: string, text: string): Promise<void> {
    await this.#redis.xadd(this.#keysOf(storeKey).feed, "*", ...fieldsOfChange(storeKey, { id, text }));
  }

  /** Returns the position of the newest change; the beginning if there is none. */
  async end(storeKey: string): Promise<string> {
    const { feed, segments } = this.#keysOf(storeKey);
    // The feed is read first: entries that are moved in between are then in a segment.
    const pipeline = this.#redis.pipeline();
    for (const key of [feed, segments]) pipeline.xrevrange(key, "+", "-", "COUNT", 1);
    const newest = (await repliesOf(pipeline)).flatMap(readStreamEntries);
    return newest[0]?.[0] ?? "0-0";
  }

  /**
   * Returns the time of the newest event of an outbox in the feed, in milliseconds since 1970; 0 if there is none. It
   * is in the future after a failover to a server whose clock is behind: the times of a partition's events never go
   * back.
   */
  async newestTime(storeKey: string): Promise<number> {
    const ids = await this.#redis.hvals(this.#keysOf(storeKey).positions);
    return ids.reduce((newest, id) => Math.max(newest, parseEntryId(id).ms), 0);
  }

  /**
   * Reads up to `limit` changes after one position up to another. There are fewer only at the end, or before changes
   * that are lost. Rejects for an invalid position. Rejects with {@link ChangesLost} if the changes after the position
   * are lost, and with {@link file://./archive.ts ArchiveUnavailable} if they cannot be read now.
   */
  async after(
    storeKey: string,
    cursor: string | undefined,
    limit: number,
    end = "+",
  ): Promise<ChangeFeedEntry[]> {
    return (await this.page(storeKey, cursor, limit, end)).changes;
  }

  /** Reads the changes of {@link ChangeFeed.after}. Also resolves to whether they stop before changes that are lost. */
  async page(
    storeKey: string,
    cursor: string | undefined,
    limit: number,
    end = "+",
  ): Promise<{ changes: ChangeFeedEntry[]; stopsBeforeLost: boolean }> {
    const isPastEnd = (entryId: string) => end !== "+" && compareEntryIds(entryId, end) > 0;
    const found: ChangeFeedEntry[] = [];
    let from = cursor;
    for (;;) {
      const missing = limit - found.length;
      const { hot, segments } = await this.#readFromRedis(storeKey, from, { limit: missing, end });
      const chosen = segmentsFor(segments, missing, isPastEnd);
      const last = chosen.at(-1);
      if (!last) return { changes: found.concat(hot), stopsBeforeLost: false };
      const { entries, lost } = await this.#archive.entriesOf(chosen);
      const first = from === undefined ? 0 : countUpTo(entries, from);
      found.push(...entries.slice(first, end === "+" ? undefined : countUpTo(entries, end)));
      if (lost && found.length === 0) throw lost;
      if (lost || found.length >= limit || isPastEnd(last.last))
        return { changes: found.slice(0, limit), stopsBeforeLost: lost !== undefined };
      from = last.last;
    }
  }

  /**
   * Whether changes after a position may have been dropped because of their age: the position is older than changes are
   * kept, and nothing from before it is left. Ask this after a read, because changes may be dropped at any time.
   * @param now milliseconds since 1970
   */
  async mayLack(storeKey: string, cursor: string, now: number): Promise<boolean> {
    if (parseEntryId(cursor).ms >= now - CHANGES_KEPT_MS) return false;
    const { feed, segments } = this.#keysOf(storeKey);
    // The feed is read first: entries that are moved in between are then in a segment.
    const pipeline = this.#redis.pipeline();
    for (const key of [feed, segments]) pipeline.xrange(key, "-", "+", "COUNT", 1);
    const [[entry] = [], [index] = []] = (await repliesOf(pipeline)).map(readStreamEntries);
    const oldest = [entry?.[0], index && segmentOf(index).first];
    return !oldest.some((id) => id !== undefined && compareEntryIds(id, cursor) <= 0);
  }

  /**
   * Reads the changes and the segments that Redis has after a position. If there are segments, they come first: the
   * entries of the feed then do not follow the position directly.
   */
  async #readFromRedis(
    storeKey: string,
    cursor: string | undefined,
    { limit, end }: { limit: number; end: string },
  ): Promise<{ hot: ChangeFeedEntry[]; segments: FeedSegment[] }> {
    const { feed, segments } = this.#keysOf(storeKey);
    const start = cursor === undefined ? "-" : `(${cursor}`;
    // The feed is read first: entries that are moved in between are then in a segment.
    const replies = await repliesOf(
      this.#redis
        .pipeline()
        .xrange(feed, start, end, "COUNT", limit)
        .xrange(segments, start, "+", "COUNT", MAX_SEGMENTS),
    );
    const [entries = [], index = []] = replies.map(readStreamEntries);
    return { hot: entries.map((entry) => entryOf(storeKey, entry)), segments: index.map(segmentOf) };
  }
}

/** Counts the entries that are not after a position. The entries must be in order. */
function countUpTo(entries: readonly ChangeFeedEntry[], position: string): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareEntryIds(entries[middle]?.entryId ?? "", position) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
