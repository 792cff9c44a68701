import type { Redis } from "ioredis";
import type { Keys, StoreIndex } from "../keys/keys.ts";
import { MAX_PAGE_BYTES } from "../read/page-bytes.ts";
import { doOrSkip, type OnUndecodable } from "../records/undecodable.ts";
import { membersBefore } from "../redis/members.ts";
import { type Entry, NewestEntries } from "./newest-entries.ts";

/** The end of a page: after an entry of a partition. An empty entry means the start of the partition. */
export interface ListPosition {
  partition: number;
  after: string;
}

/** The position before the first entry of a list. */
export const FIRST_POSITION: ListPosition = { partition: 0, after: "" };

/** The entries of an index to read. */
interface ListRequest {
  index: StoreIndex;
  storeKey: string;
  /** Only entries from `first` to `last`; all unless given. */
  range?: { first: string; last: string };
  from: ListPosition;
  /** Maximum number of records of the page. */
  size: number;
  maxBytes?: number;
}

/** Reads the text of an entry's record; undefined if it is not to be listed. */
export type ReadEntry = (partition: number, member: string) => Promise<string | undefined>;

/** A page of a list, as the texts of records. */
export interface ListPage {
  texts: string[];
  /** Start of the next page; absent at the end of the list. */
  next?: ListPosition;
}

/** The entries of an index to read from the newest on. Their texts sort by time. */
interface NewestRequest extends Omit<ListRequest, "range"> {
  /** `after` is the last entry of the previous page; empty for the first page. */
  from: ListPosition;
}

/** Limits of the work for one page: entries whose records are read, and partitions whose index is read. */
const MAX_ENTRIES = 1000;
const MAX_PARTITIONS_READ = 256;
/** Maximum number of entries whose records are read together, if fewer did not fill the page. */
const MAX_STEP = 250;
/** Maximum number of partitions that are read at the same time, if fewer did not have enough entries. */
const MAX_CONCURRENCY = 16;

/** The records of one page, up to its size and its bytes. */
class PageRecords {
  readonly texts: string[] = [];
  readonly #size: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ size, maxBytes = MAX_PAGE_BYTES }: Pick<ListRequest, "size" | "maxBytes">) {
    this.#size = size;
    this.#maxBytes = maxBytes;
  }

  /**
   * Adds the records of entries, which are undefined for entries that are not listed. Returns the index of the entry
   * after which the page ends, or -1 if it ends before the first of them. Returns undefined if the page has room for
   * more.
   */
  add(records: readonly (string | undefined)[]): number | undefined {
    for (const [i, text] of records.entries()) {
      if (text === undefined) continue;
      this.#bytes += Buffer.byteLength(text);
      if (this.texts.length > 0 && this.#bytes > this.#maxBytes) return i - 1;
      this.texts.push(text);
      if (this.texts.length === this.#size) return i;
    }
    return undefined;
  }
}

/**
 * Pages over all records of one kind in a store: through the partitions in order, and through the entries of each. One
 * page reads a limited number of entries and partitions, so it may have few or no records although it is not the last
 * one. A record that cannot be decoded is not listed.
 */
export class StoreLists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, partitions: number, onUndecodable: OnUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
    this.#onUndecodable = onUndecodable;
  }

  /** Reads a page of the entries of all partitions, one partition after the other. */
  async page(request: ListRequest, read: ReadEntry): Promise<ListPage> {
    const records = new PageRecords(request);
    let { from } = request;
    let [entries, partitions, width] = [0, 0, 1];
    while (entries < MAX_ENTRIES && partitions < MAX_PARTITIONS_READ && from.partition < this.#partitions) {
      const step = await this.#entriesFrom({ ...request, from }, width);
      const found = await this.#readAll(request, step.entries, read);
      const last = records.add(found);
      if (last !== undefined) return { texts: records.texts, next: positionAfter(step.entries[last], from) };
      entries += found.length;
      partitions += step.partitions;
      width = Math.min(width * 2, MAX_CONCURRENCY);
      from = step.next;
    }
    const { texts } = records;
    return from.partition < this.#partitions ? { texts, next: from } : { texts };
  }

  /** Reads a page of the entries of all partitions together, the newest first. Reads a limited number of entries. */
  async newest(request: NewestRequest, read: ReadEntry): Promise<ListPage> {
    const records = new PageRecords(request);
    const { texts } = records;
    const newest = this.#newestOf(request);
    let { after } = request.from;
    for (
      let [entries, step] = [0, request.size];
      entries < MAX_ENTRIES;
      step = Math.min(step * 2, MAX_STEP)
    ) {
      const taken = await newest.take(step);
      const found = await this.#readAll(request, taken, read);
      const last = records.add(found);
      if (last !== undefined) return { texts, next: { partition: 0, after: taken[last]?.member ?? after } };
      if (taken.length < step) return { texts };
      entries += taken.length;
      after = taken.at(-1)?.member ?? after;
    }
    return { texts, next: { partition: 0, after } };
  }

  #readAll(
    { storeKey }: Pick<ListRequest, "storeKey">,
    entries: readonly Entry[],
    read: ReadEntry,
  ): Promise<(string | undefined)[]> {
    return Promise.all(
      entries.map(({ partition, member }) =>
        doOrSkip(
          () => read(partition, member),
          () => ({ storeKey, partition, id: member }),
          this.#onUndecodable,
        ),
      ),
    );
  }

  #newestOf({ index, storeKey, from }: NewestRequest): NewestEntries {
    return new NewestEntries(this.#partitions, from.after, (partition, before, count) => {
      const key = this.#keys.storeIndex(partition, index, storeKey);
      return membersBefore(this.#redis, key, before, count);
    });
  }

  /** Reads the next entries from up to `width` partitions, at most as many as a page can have. */
  async #entriesFrom(
    { index, storeKey, range, from, size }: ListRequest,
    width: number,
  ): Promise<{ entries: Entry[]; partitions: number; next: ListPosition }> {
    const end = Math.min(from.partition + width, this.#partitions);
    const partitions = Array.from({ length: end - from.partition }, (_, i) => from.partition + i);
    const [first, last] = range ? [`[${range.first}`, `[${range.last}`] : ["-", "+"];
    const found = await Promise.all(
      partitions.map((partition) => {
        const isContinued = partition === from.partition && from.after !== "";
        const key = this.#keys.storeIndex(partition, index, storeKey);
        return this.#redis.zrange(
          key,
          isContinued ? `(${from.after}` : first,
          last,
          "BYLEX",
          "LIMIT",
          0,
          size,
        );
      }),
    );
    const all = found.flatMap((members, i) =>
      members.map((member) => ({ partition: from.partition + i, member })),
    );
    const entries = all.slice(0, size);
    const next = entries.length < size ? { partition: end, after: "" } : positionAfter(entries.at(-1), from);
    return { entries, partitions: partitions.length, next };
  }
}

const positionAfter = (entry: Entry | undefined, start: ListPosition): ListPosition =>
  entry ? { partition: entry.partition, after: entry.member } : start;
