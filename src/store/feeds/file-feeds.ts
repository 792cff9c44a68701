import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { decodeList, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { type Now, storeTime } from "../redis/clock.ts";
import { membersBefore } from "../redis/members.ts";
import { listOf, readField, readHash, repliesOf } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";
import { OpenWorks } from "../work/open-work.ts";
import { decodeFeedError, encodeFeedError, type FeedError } from "./feed-error.ts";
import { COUNT, type FeedKind, feedOf, type FileFeed, kindOf, numberIn } from "./feed-record.ts";

const appendScript = loadScript("feeds/append-feed-chunk");
const setFieldScript = loadScript("feeds/set-feed-field");
const giveUpScript = loadScript("feeds/give-up-feed");
const loseScript = loadScript("feeds/lose-feed");
const commitScript = loadTypedScript("feeds/commit-feed-chunk", listOf<string | number>("commit of a chunk"));

/** How long a feed's counts and errors are kept, in milliseconds. */
const LIFETIME_MS = 30 * DAY_MS;
/** How long rows wait to be applied, in milliseconds. They may contain personal data, so they are not kept longer. */
const CHUNK_LIFETIME_MS = 2 * DAY_MS;
/** Maximum number of waiting chunks of one store. Further rows are read later. */
const MAX_WAITING = 32;
/** Maximum number of errors that are kept of one feed, and of their bytes. Further errors are only counted. */
const MAX_ERRORS = 100_000;
const MAX_ERRORS_BYTES = 32 * 1024 * 1024;
/** Bytes of the newest errors of one store that are kept. A feed whose errors are all older loses them. */
const STORE_ERRORS_BYTES = 64 * 1024 * 1024;
/** Number of digits of a time in milliseconds, so that the names of feeds sort by time. */
const TIME_DIGITS = 15;
/** Number of feeds that are read at once for a list, and maximum number of feeds that are read for one page. */
const LIST_BATCH_SIZE = 100;
const MAX_LISTED = 1000;

export interface NewFeed {
  kind: FeedKind;
  /** Number of bytes of the whole file, if the sender gives it. */
  size?: number;
}

/** Rows to add to a feed, as JSON text, and the number of bytes of the file that have been read so far. */
interface NewChunk {
  text: string;
  rows: number;
  bytes: number;
}

/** The next rows of a feed to apply. */
export interface FeedChunk {
  kind: FeedKind;
  /** Number of the chunk in its feed, from 0. */
  index: number;
  text: string;
  /** When it arrived, by the store's clock; ISO 8601. */
  arrivedTime?: string;
}

/** State of a feed without waiting chunks. */
type FeedEnd = "gone" | "over" | { silentMs: number };

/** Results of the rows of a chunk. */
export interface ChunkResult {
  counts: Record<string, number>;
  errors: FeedError[];
}

/** Returns the name of a feed in the list of its store's feeds. */
const nameOf = (createdMs: number, id: string) => `${createdMs.toString().padStart(TIME_DIGITS, "0")}-${id}`;
const idOf = (name: string) => name.slice(TIME_DIGITS + 1);

/**
 * Files of rows between a request and the actors. The rows are kept in chunks, in the order of the file, until they are
 * applied; then their results are kept.
 */
export class FileFeeds {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #now: Now;
  readonly #onUndecodable: OnUndecodable;
  readonly #storeErrorsBytes: number;

  /**
   * @param now the store's clock: other processes also measure how long a feed has been silent
   * @param storeErrorsBytes bytes of the newest errors of one store that are kept
   */
  constructor(
    redis: Redis,
    keys: Keys,
    layout: Layout,
    now: Now,
    onUndecodable: OnUndecodable = refuseUndecodable,
    storeErrorsBytes = STORE_ERRORS_BYTES,
  ) {
    this.#onUndecodable = onUndecodable;
    this.#storeErrorsBytes = storeErrorsBytes;
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#now = now;
  }

  /** Returns the partition of all feeds of a store. */
  #partitionOf(storeKey: string): number {
    return this.#layout.partitionOf(`feeds ${storeKey}`);
  }

  /** Keys of a feed: the feed, its chunks, its store's waiting chunks, its errors. */
  #keysOf(storeKey: string, id: string): [feed: string, chunks: string, waiting: string, errors: string] {
    const partition = this.#partitionOf(storeKey);
    return [
      this.#keys.feed(partition, storeKey, id),
      this.#keys.feedChunks(partition, storeKey, id),
      this.#keys.feedsWaiting(partition, storeKey),
      this.#keys.feedErrors(partition, storeKey, id),
    ];
  }

  /** Opens a feed. Before, records it as open work, so that it ends even if nobody adds its job. Resolves to its id. */
  async open(storeKey: string, { kind, size }: NewFeed): Promise<string> {
    const id = `f${randomBytes(12).toString("hex")}`;
    const [feed] = this.#keysOf(storeKey, id);
    const now = this.#now();
    await new OpenWorks(this.#redis, this.#keys).add({ kind: "feed", storeKey, id }, now);
    const createdTime = new Date(now).toISOString();
    const fields = { kind, ...defined({ size }), createdTime, beat: now, chunks: 0, applied: 0 };
    const partition = this.#partitionOf(storeKey);
    const all = this.#keys.feedsOf(partition, storeKey);
    const firstKept = `(${nameOf(now - LIFETIME_MS, "")}`;
    const expired = await this.#redis.zrange(all, "-", firstKept, "BYLEX");
    const opening = this.#redis
      .multi()
      .hset(feed, fields)
      .pexpire(feed, LIFETIME_MS)
      .zremrangebylex(all, "-", firstKept)
      .zadd(all, 0, nameOf(now, id))
      .pexpire(all, LIFETIME_MS);
    if (expired.length > 0)
      opening.zrem(this.#keys.feedsWithErrors(partition, storeKey), ...expired.map(idOf));
    await repliesOf(opening);
    return id;
  }

  /**
   * Adds rows to an open feed, unless too many rows of the store wait. Resolves to `closed` if the feed is closed, and to
   * `gone` if it does not exist any more.
   */
  async append(storeKey: string, id: string, chunk: NewChunk): Promise<"taken" | "full" | "closed" | "gone"> {
    const outcome = await this.#tryToAppend(storeKey, id, chunk);
    return outcome === 1 ? "taken" : outcome === 0 ? "full" : outcome === -1 ? "closed" : "gone";
  }

  /**
   * Resolves to whether {@link append} can be tried again: fewer rows of the store wait, or the feed is closed. So rows
   * that wait are not sent to Redis again and again.
   */
  async hasRoom(storeKey: string, id: string): Promise<boolean> {
    return (await this.#tryToAppend(storeKey, id, { text: "", rows: 0, bytes: 0 })) !== 0;
  }

  async #tryToAppend(storeKey: string, id: string, { text, rows, bytes }: NewChunk): Promise<unknown> {
    const now = await storeTime(this.#redis, this.#keys);
    const args = [id, text, rows, bytes, now, MAX_WAITING, CHUNK_LIFETIME_MS].map(String);
    return appendScript.run(this.#redis, this.#keysOf(storeKey, id).slice(0, 3), args);
  }

  /** Records that no more rows will arrive: the file is complete, or was cut off. The first call counts. */
  async close(storeKey: string, id: string, end: "received" | "cut"): Promise<void> {
    await this.#setOnce(storeKey, id, "end", end);
  }

  /** Returns the next rows to apply, or the state of the feed if no rows wait. */
  async next(storeKey: string, id: string): Promise<FeedChunk | FeedEnd> {
    const [feed, chunks, waiting] = this.#keysOf(storeKey, id);
    const [hash, first] = await repliesOf(this.#redis.multi().hgetall(feed).lindex(chunks, 0));
    const fields = readHash(hash);
    const text = readField(first);
    const kind = kindOf(fields);
    if (kind === undefined) return "gone";
    const index = numberIn(fields, "applied");
    if (index < numberIn(fields, "chunks")) {
      if (text === null) {
        // The rows have expired because they were not applied in time.
        await loseScript.run(this.#redis, [feed], []);
        return "over";
      }
      const arrived = fields[`arrived:${index}`] ?? (await this.#redis.zscore(waiting, `${id}:${index}`));
      const arrivedTime = arrived === null ? {} : { arrivedTime: new Date(Number(arrived)).toISOString() };
      return { kind, index, text, ...arrivedTime };
    }
    return fields["end"] === undefined ? { silentMs: this.#now() - numberIn(fields, "beat") } : "over";
  }

  /**
   * Stores the results of a chunk, once, and deletes its rows. Resolves to false if they were stored before. The oldest
   * feeds of the store lose their errors if the newer errors take too many bytes.
   */
  async commit(
    storeKey: string,
    id: string,
    index: number,
    { counts, errors }: ChunkResult,
  ): Promise<boolean> {
    const pairs = Object.entries(counts);
    const args = [
      id,
      ...[index, MAX_ERRORS, MAX_ERRORS_BYTES, this.#storeErrorsBytes, pairs.length].map(String),
      ...pairs.flatMap(([name, count]) => [COUNT + name, count.toString()]),
      ...errors.map(encodeFeedError),
    ];
    const withErrors = this.#keys.feedsWithErrors(this.#partitionOf(storeKey), storeKey);
    const keys = [...this.#keysOf(storeKey, id), withErrors];
    const [outcome, ...outdated] = await commitScript.run(this.#redis, keys, args);
    // In this order, because the errors are found by their feeds.
    for (const feed of outdated) {
      await this.#redis.unlink(this.#keysOf(storeKey, String(feed))[3]);
      await this.#redis.zrem(withErrors, feed);
    }
    return outcome === 1;
  }

  /** Records that all received rows of a feed are applied. */
  async finish(storeKey: string, id: string): Promise<void> {
    const time = new Date(this.#now()).toISOString();
    await this.#setOnce(storeKey, id, "finishedTime", time);
  }

  /** Ends a feed whose job was given up. Its rows do not count as waiting any more, but the job may still apply them. */
  async giveUp(storeKey: string, id: string): Promise<void> {
    const [feed, , waiting] = this.#keysOf(storeKey, id);
    await giveUpScript.run(this.#redis, [feed, waiting], [id, new Date(this.#now()).toISOString()]);
  }

  async #setOnce(storeKey: string, id: string, field: string, value: string): Promise<void> {
    const [feed] = this.#keysOf(storeKey, id);
    await setFieldScript.run(this.#redis, [feed], [field, value]);
  }

  async find(storeKey: string, id: string): Promise<FileFeed | undefined> {
    return feedOf(id, await this.#redis.hgetall(this.#keysOf(storeKey, id)[0]));
  }

  /** Reads some feeds by their ids; undefined for feeds that have expired. */
  async #findAll(storeKey: string, ids: readonly string[]): Promise<(FileFeed | undefined)[]> {
    const reads = this.#redis.pipeline();
    for (const id of ids) reads.hgetall(this.#keysOf(storeKey, id)[0]);
    const hashes = await repliesOf(reads);
    return ids.map((id, i) => feedOf(id, readHash(hashes[i])));
  }

  /**
   * Reads a page of the feeds of a store, the newest first. It examines a limited number of feeds, so it may be short
   * or empty although it is not the last one.
   * @param after `next` of the previous page
   */
  async page(
    storeKey: string,
    {
      after,
      size,
      isWanted,
    }: { after?: string | undefined; size: number; isWanted: (feed: FileFeed) => boolean },
  ): Promise<{ feeds: FileFeed[]; next?: string }> {
    const key = this.#keys.feedsOf(this.#partitionOf(storeKey), storeKey);
    const feeds: FileFeed[] = [];
    let from = after ?? "";
    for (let read = 0; read < MAX_LISTED; read += LIST_BATCH_SIZE) {
      const names = await membersBefore(this.#redis, key, from, LIST_BATCH_SIZE);
      const found = await this.#findAll(storeKey, names.map(idOf));
      for (const [i, feed] of found.entries()) {
        from = names[i] ?? from;
        if (feed && isWanted(feed)) feeds.push(feed);
        if (feeds.length === size) return { feeds, next: from };
      }
      if (names.length < LIST_BATCH_SIZE) return { feeds };
    }
    return { feeds, next: from };
  }

  /**
   * Reads errors of a feed in the order of the file, from an index on; undefined for an error that cannot be decoded.
   */
  async errors(
    storeKey: string,
    id: string,
    from: number,
    limit: number,
  ): Promise<(FeedError | undefined)[]> {
    const [, , , errors] = this.#keysOf(storeKey, id);
    const texts = await this.#redis.lrange(errors, from, from + limit - 1);
    return decodeList(decodeFeedError, texts, { storeKey, id, from }, this.#onUndecodable);
  }
}
