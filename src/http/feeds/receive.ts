import { setTimeout as pause } from "node:timers/promises";
import { CsvEntries } from "../../ingest/csv/entries.ts";
import { type EntryReader, type FeedEntry, ndjsonEntries } from "../../ingest/files/entries.ts";
import { LineSplitter } from "../../ingest/files/lines.ts";
import { defined } from "../../store/defined.ts";
import type { FileFeeds, NewFeed } from "../../store/feeds/file-feeds.ts";

export const FEED_FORMATS = { "application/x-ndjson": "ndjson", "text/csv": "csv" } as const;
export type FeedFormat = (typeof FEED_FORMATS)[keyof typeof FEED_FORMATS];

/** Rows that are kept and applied together, at most, and their length. */
const CHUNK_ROWS = 500;
const CHUNK_LENGTH = 256 * 1024;
/** How long rows are gathered of a file that comes slowly. */
const GATHER_MS = 1000;
/** When to try again while too many rows wait, and for how long. */
const POLL_MS = 50;
const TIMEOUT_MS = 50_000;

/** A feed could not be taken to its end. What was taken is applied. */
export class FeedCut extends Error {
  /** The feed; undefined when nothing of it was taken. */
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
}

interface Upload extends NewFeed {
  storeKey: string;
  format: FeedFormat;
  source: AsyncIterable<Buffer>;
  /** Bytes of the file that have been read, where the source is not the file itself. */
  bytesRead?: () => number;
}

/** Collects rows, and stores them in chunks. While too many rows wait it waits too, and so the file is not read on. */
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

  async add(entries: readonly FeedEntry[], bytes: number): Promise<void> {
    this.#bytes += bytes;
    for (const entry of entries) {
      if (this.#entries.length === 0) this.#since = performance.now();
      this.#entries.push(entry);
      this.#length += "text" in entry ? entry.text.length : 0;
      if (this.#entries.length >= CHUNK_ROWS || this.#length >= CHUNK_LENGTH) await this.#flush();
    }
    if (this.#entries.length > 0 && performance.now() - this.#since > GATHER_MS) await this.#flush();
  }

  /** All of the file is here. Resolves to the feed's id. */
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
      if (outcome === "closed") throw new FeedCut("The feed was given up: nothing came of it.", feed);
      if (performance.now() > until) throw new FeedCut("Too many rows wait to be applied.", feed);
      await pause(POLL_MS);
    }
  }
}

const readerOf = ({ format, kind }: Upload): EntryReader =>
  format === "csv" ? new CsvEntries(kind) : ndjsonEntries();

/**
 * Stores a file of rows while it arrives, with only one chunk in memory. Resolves to the feed's id once all of it is
 * stored. Rejects with {@link FeedCut} if the source failed or too many rows waited, and with a problem for a file that
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
    await chunks.cut();
    if (err instanceof FeedCut || chunks.feed === undefined) throw err;
    throw new FeedCut("The file is incomplete.", chunks.feed, err);
  }
}
