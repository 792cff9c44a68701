import { setTimeout as pause } from "node:timers/promises";
import { defined } from "../../collections/defined.ts";
import { Turns } from "../../collections/in-turns.ts";
import { CsvEntries } from "../../ingest/csv/entries.ts";
import { type EntryReader, type FeedEntry, ndjsonEntries } from "../../ingest/files/entries.ts";
import { LineSplitter } from "../../ingest/files/lines.ts";
import type { FileFeeds, NewFeed } from "../../store/feeds/file-feeds.ts";
import { isRedisAway } from "../../store/redis/failures.ts";
import { RecordGone } from "../known-outcome.ts";

export const FEED_FORMATS = { "application/x-ndjson": "ndjson", "text/csv": "csv" } as const;
export type FeedFormat = (typeof FEED_FORMATS)[keyof typeof FEED_FORMATS];

/** Maximum number and total length of the rows that are stored and applied together. */
const CHUNK_ROWS = 500;
const CHUNK_LENGTH = 256 * 1024;
/** Maximum time that rows of a slow upload are collected. */
const GATHER_MS = 1000;
/** Time between two attempts while too many rows wait to be applied, and the time limit of all attempts. */
const POLL_MS = 50;
const TIMEOUT_MS = 50_000;

/** Thrown if a feed could not be received completely. The received rows are applied. */
export class FeedCut extends Error {
  /** Id of the feed; undefined if nothing of it was received. */
  readonly feed: string | undefined;

  constructor(message: string, feed: string | undefined, cause?: unknown) {
    super(message, { cause });
    this.name = "FeedCut";
    this.feed = feed;
  }
}

export interface ReceiveParts {
  fileFeeds: FileFeeds;
  /** Starts the job that applies a feed's rows. */
  begin: (storeKey: string, feed: string) => Promise<void>;
  /** @throws {Problem} if the sender may not begin a feed any more: its first row may come long after its request */
  permit?: () => Promise<void>;
}

interface Upload extends NewFeed {
  storeKey: string;
  format: FeedFormat;
  source: AsyncIterable<Buffer>;
  /** Returns the bytes of the file that have been read, if the source is not the file itself. */
  bytesRead?: () => number;
}

/**
 * Collects rows and stores them in chunks. While too many rows wait to be applied, it also waits, so that no more of
 * the file is read.
 */
class Chunks {
  readonly #parts: ReceiveParts;
  readonly #upload: Upload;
  #feed: string | undefined;
  #entries: FeedEntry[] = [];
  #length = 0;
  #since = 0;
  #bytes = 0;

  constructor(parts: ReceiveParts, upload: Upload) {
    this.#parts = parts;
    this.#upload = upload;
  }

  get feed(): string | undefined {
    return this.#feed;
  }

  /** Adds the rows of the file's next bytes. Other work of the process runs in between. */
  async add(read: Iterable<readonly FeedEntry[]>, bytes: number): Promise<void> {
    this.#bytes += bytes;
    const turns = new Turns();
    for (const entries of read) {
      for (const entry of entries) {
        if (this.#entries.length === 0) this.#since = performance.now();
        this.#entries.push(entry);
        this.#length += "text" in entry ? entry.text.length : 0;
        if (this.#entries.length >= CHUNK_ROWS || this.#length >= CHUNK_LENGTH) await this.#flush();
      }
      if (turns.isOver) await turns.next();
    }
    if (this.#entries.length > 0 && performance.now() - this.#since > GATHER_MS) await this.#flush();
  }

  /** Stores the last rows after the end of the file. Resolves to the feed's id. */
  async end(): Promise<string> {
    if (this.#entries.length > 0) await this.#flush();
    const feed = await this.#open();
    await this.#parts.fileFeeds.close(this.#upload.storeKey, feed, "received");
    return feed;
  }

  async cut(): Promise<void> {
    if (this.#feed !== undefined) await this.#parts.fileFeeds.close(this.#upload.storeKey, this.#feed, "cut");
  }

  async #open(): Promise<string> {
    if (this.#feed !== undefined) return this.#feed;
    const { storeKey, kind, size } = this.#upload;
    await this.#parts.permit?.();
    const feed = await this.#parts.fileFeeds.open(storeKey, {
      kind,
      ...defined({ size }),
    });
    await this.#parts.begin(storeKey, feed);
    return (this.#feed = feed);
  }

  async #flush(): Promise<void> {
    const { storeKey, bytesRead = () => this.#bytes } = this.#upload;
    const chunk = { text: JSON.stringify(this.#entries), rows: this.#entries.length };
    this.#entries = [];
    this.#length = 0;
    const feed = await this.#open();
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const outcome = await this.#parts.fileFeeds.append(storeKey, feed, { ...chunk, bytes: bytesRead() });
      if (outcome === "taken") return;
      if (outcome === "gone") throw new FeedCut("The feed was deleted.", feed, new RecordGone());
      if (outcome === "closed") throw new FeedCut("The feed was ended: no data arrived for too long.", feed);
      await this.#waitForRoom(feed, until);
    }
  }

  async #waitForRoom(feed: string, until: number): Promise<void> {
    const { fileFeeds } = this.#parts;
    do {
      if (performance.now() > until) throw new FeedCut("Too many rows wait to be applied.", feed);
      await pause(POLL_MS);
    } while (!(await fileFeeds.hasRoom(this.#upload.storeKey, feed)));
  }
}

const readerOf = ({ format, kind }: Upload): EntryReader =>
  format === "csv" ? new CsvEntries(kind) : ndjsonEntries();

/**
 * Stores a file of rows while it arrives, with only one chunk in memory. Resolves to the feed's id after the whole file
 * is stored. Rejects with {@link FeedCut} if the source failed or too many rows waited, and with a problem if the file
 * is invalid from its start.
 */
export async function receiveFeed(parts: ReceiveParts, upload: Upload): Promise<string> {
  const chunks = new Chunks(parts, upload);
  const splitter = new LineSplitter();
  const reader = readerOf(upload);
  try {
    for await (const bytes of upload.source)
      await chunks.add(reader.push(splitter.push(bytes)), bytes.length);
    await chunks.add(reader.push(splitter.end()), 0);
    await chunks.add(reader.end(), 0);
    return await chunks.end();
  } catch (err) {
    try {
      await chunks.cut();
    } catch (failure) {
      // The feed's job closes it, because no more data arrives. The first error is the reason.
      if (!isRedisAway(failure)) throw failure;
    }
    if (err instanceof FeedCut || chunks.feed === undefined) throw err;
    throw new FeedCut("The file is incomplete.", chunks.feed, err);
  }
}
