import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { defined } from "../defined.ts";
import { storeTime, type Now } from "../redis/clock.ts";
import type { Keys } from "../keys.ts";
import type { Layout } from "../layout.ts";
import { loadScript } from "../redis/script.ts";
import { decoderOf } from "../records/decode.ts";
import { shorten } from "../shorten.ts";
import { readField, readHash, repliesOf } from "../redis/replies.ts";
import { DAY_MS } from "../durations.ts";

const appendScript = loadScript("append-feed-chunk");
const commitScript = loadScript("commit-feed-chunk");

export const FEED_KINDS = ["orders", "products", "stock-levels", "customers"] as const;

/** What the rows of a feed are. */
export type FeedKind = (typeof FEED_KINDS)[number];

/** How long a feed's counts and errors are kept. */
const LIFETIME_MS = 30 * DAY_MS;
/** How long rows wait to be applied. They may contain personal data, so they are not kept longer. */
const CHUNK_LIFETIME_MS = 2 * DAY_MS;
/** Chunks of one store that may wait: what more is sent is read later. */
const MAX_WAITING = 32;
/** Errors of one feed that are kept, and their bytes; the rest is counted. */
const MAX_ERRORS = 100_000;
const MAX_ERRORS_BYTES = 32 * 1024 * 1024;
/** Bytes of one error, and characters of its detail: it may repeat names from the file. */
const MAX_ERROR_BYTES = 4096;
const MAX_DETAIL = 500;
const COUNT = "count:";

export interface NewFeed {
  kind: FeedKind;
  /** Bytes of the whole file, where the sender says. */
  size?: number;
}

/** A file of rows that was sent. */
export interface FileFeed {
  id: string;
  kind: FeedKind;
  /**
   * `receiving` while the file arrives, `applying` until all received rows are applied, then `finished`, or
   * `incomplete` if a part of the file is missing.
   */
  status: "receiving" | "applying" | "finished" | "incomplete";
  size: number | undefined;
  /** Bytes and rows that have come. */
  bytes: number;
  rows: number;
  /** Rows by result. */
  counts: Record<string, number>;
  createdTime: string;
  finishedTime: string | undefined;
}

/** A row that was rejected, by the line of the file that it begins in. It never holds the row itself. */
export interface FeedError {
  line: number;
  code: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

const decodeFeedError = decoderOf<FeedError>("error of a feed");

/** An error as it is stored, with as many of its parts as there is room for. */
function encodeFeedError({ errors = [], ...error }: FeedError): string {
  const detail = shorten(error.detail, MAX_DETAIL);
  for (let kept = errors.length; kept > 0; kept--) {
    const text = JSON.stringify({ ...error, detail, errors: errors.slice(0, kept) });
    if (Buffer.byteLength(text) <= MAX_ERROR_BYTES) return text;
  }
  return JSON.stringify({ ...error, detail });
}

/** The next rows of a feed to apply. */
export interface FeedChunk {
  kind: FeedKind;
  /** Counts the feed's chunks from 0. */
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

const numberIn = (fields: Record<string, string>, name: string) => Number(fields[name] ?? 0);

/** What the rows of a feed are; undefined where there is no feed. */
const kindOf = (fields: Record<string, string>): FeedKind | undefined =>
  FEED_KINDS.find((kind) => kind === fields["kind"]);

function statusOf(fields: Record<string, string>): FileFeed["status"] {
  const { end, finishedTime } = fields;
  if (finishedTime !== undefined) return end === "received" ? "finished" : "incomplete";
  return end === undefined ? "receiving" : "applying";
}

/**
 * Files of rows between a request and the actors: the rows in chunks, in the order of the file, until they are applied;
 * then their results.
 */
export class FileFeeds {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #now: Now;

  /** @param now the store's clock: other processes also measure how long a feed has been silent */
  constructor(redis: Redis, keys: Keys, layout: Layout, now: Now) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#now = now;
  }

  /** Keys of a feed: the feed, its chunks, its store's waiting chunks, its errors. */
  #keysOf(storeKey: string, id: string): [feed: string, chunks: string, waiting: string, errors: string] {
    const partition = this.#layout.partitionOf(`feeds ${storeKey}`);
    return [
      this.#keys.feed(partition, storeKey, id),
      this.#keys.feedChunks(partition, storeKey, id),
      this.#keys.feedsWaiting(partition, storeKey),
      this.#keys.feedErrors(partition, storeKey, id),
    ];
  }

  /** Opens a feed. Resolves to its id. */
  async open(storeKey: string, { kind, size }: NewFeed): Promise<string> {
    const id = `f${randomBytes(12).toString("hex")}`;
    const [feed] = this.#keysOf(storeKey, id);
    const now = this.#now();
    const fields = {
      kind,
      ...defined({ size }),
      createdTime: new Date(now).toISOString(),
      beat: now,
      chunks: 0,
      applied: 0,
    };
    await repliesOf(this.#redis.multi().hset(feed, fields).pexpire(feed, LIFETIME_MS));
    return id;
  }

  /** Adds rows to an open feed, unless too many rows of the store wait. `closed`: the feed was closed. */
  async append(
    storeKey: string,
    id: string,
    { text, rows, bytes }: { text: string; rows: number; bytes: number },
  ): Promise<"taken" | "full" | "closed"> {
    const now = await storeTime(this.#redis, this.#keys);
    const args = [id, text, rows, bytes, now, MAX_WAITING, CHUNK_LIFETIME_MS].map(String);
    const outcome = await appendScript.run(this.#redis, this.#keysOf(storeKey, id).slice(0, 3), args);
    return outcome === 1 ? "taken" : outcome === 0 ? "full" : "closed";
  }

  /** Notes that no more rows will come: the file is complete, or was cut off. The first call counts. */
  async close(storeKey: string, id: string, end: "received" | "cut"): Promise<void> {
    await this.#redis.hsetnx(this.#keysOf(storeKey, id)[0], "end", end);
  }

  /** The next rows to apply, or what there is instead. */
  async next(storeKey: string, id: string): Promise<FeedChunk | FeedEnd> {
    const [feed, chunks, waiting] = this.#keysOf(storeKey, id);
    const [hash, first] = await repliesOf(this.#redis.multi().hgetall(feed).lindex(chunks, 0));
    const fields = readHash(hash);
    const text = readField(first);
    const { end } = fields;
    const kind = kindOf(fields);
    if (kind === undefined) return "gone";
    const index = numberIn(fields, "applied");
    if (index < numberIn(fields, "chunks")) {
      // They were not applied for so long that they have expired.
      if (text === null) return this.#lose(storeKey, id);
      const arrived = await this.#redis.zscore(waiting, `${id}:${index}`);
      const arrivedTime = arrived === null ? {} : { arrivedTime: new Date(Number(arrived)).toISOString() };
      return { kind, index, text, ...arrivedTime };
    }
    return end === undefined ? { silentMs: this.#now() - numberIn(fields, "beat") } : "over";
  }

  async #lose(storeKey: string, id: string): Promise<FeedEnd> {
    await this.#redis.hset(this.#keysOf(storeKey, id)[0], "end", "lost");
    return "over";
  }

  /** Stores the results of a chunk, once, and deletes its rows. Resolves to false if they were stored before. */
  async commit(
    storeKey: string,
    id: string,
    index: number,
    { counts, errors }: ChunkResult,
  ): Promise<boolean> {
    const pairs = Object.entries(counts);
    const args = [
      id,
      index.toString(),
      MAX_ERRORS.toString(),
      MAX_ERRORS_BYTES.toString(),
      pairs.length.toString(),
      ...pairs.flatMap(([name, count]) => [COUNT + name, count.toString()]),
      ...errors.map(encodeFeedError),
    ];
    return (await commitScript.run(this.#redis, this.#keysOf(storeKey, id), args)) === 1;
  }

  /** Notes that all received rows of a feed are applied. */
  async finish(storeKey: string, id: string): Promise<void> {
    await this.#redis.hsetnx(this.#keysOf(storeKey, id)[0], "finishedTime", new Date().toISOString());
  }

  async find(storeKey: string, id: string): Promise<FileFeed | undefined> {
    const fields = await this.#redis.hgetall(this.#keysOf(storeKey, id)[0]);
    const { size, createdTime = "", finishedTime } = fields;
    const kind = kindOf(fields);
    if (kind === undefined) return undefined;
    const counts = Object.entries(fields).filter(([name]) => name.startsWith(COUNT));
    return {
      id,
      kind,
      status: statusOf(fields),
      size: size === undefined ? undefined : Number(size),
      bytes: numberIn(fields, "bytes"),
      rows: numberIn(fields, "rows"),
      counts: Object.fromEntries(counts.map(([name, count]) => [name.slice(COUNT.length), Number(count)])),
      createdTime,
      finishedTime,
    };
  }

  /** Errors of a feed in the order of the file, from an index on. */
  async errors(storeKey: string, id: string, from: number, most: number): Promise<FeedError[]> {
    const [, , , errors] = this.#keysOf(storeKey, id);
    const texts = await this.#redis.lrange(errors, from, from + most - 1);
    return texts.map(decodeFeedError);
  }
}
