import type { Redis } from "ioredis";
import { parseEntryId } from "../ids.ts";
import type { Keys } from "../keys.ts";
import type { Layout } from "../layout.ts";
import type { OutboxEntry } from "./outbox.ts";
import { loadScript } from "../redis/script.ts";
import { fieldOf } from "./streams.ts";

const appendChangesScript = loadScript("append-changes");

/** How long a change can be read, in milliseconds. */
export const KEPT_MS = 30 * 86_400_000;

/** Events that one call of the script adds: about a millisecond, during which Redis serves nothing else. */
const APPEND_BATCH_SIZE = 200;

/** Events that are read at once to find some by their ids. */
const PAGE = 1000;
/** How far to search for one event, and for all requested events together. */
const MAX_PAGES = 20;
const MAX_READS = 200;

export interface ChangeFeedEntry {
  /** Id of the event, the same in all representations. */
  id: string;
  /** Position in the feed. */
  entryId: string;
  /** The event's JSON. */
  text: string;
}

/** The position before all changes of a time, in milliseconds since 1970. */
export const cursorBefore = (ms: number) => (ms > 0 ? `${ms - 1}-18446744073709551615` : "0-0");

/** When an event has happened, by its id: milliseconds since 1970. */
const happenedAt = (id: string) => Number(id.split("-")[1] ?? 0);

/** A store's events in one order, for callers to follow. */
export class ChangeFeed {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #partitionOf(storeKey: string): number {
    return this.#layout.partitionOf(`changes ${storeKey}`);
  }

  /** Adds events of one store, those of each partition in their order. One that is there already is left out. */
  async append(storeKey: string, entries: readonly OutboxEntry[], now: number): Promise<void> {
    const partition = this.#partitionOf(storeKey);
    const keys = [this.#keys.changes(partition, storeKey), this.#keys.changesPositions(partition, storeKey)];
    for (let from = 0; from < entries.length; from += APPEND_BATCH_SIZE) {
      const some = entries.slice(from, from + APPEND_BATCH_SIZE);
      const rows = some.flatMap((entry) => [entry.partition.toString(), entry.id, entry.text]);
      await appendChangesScript.run(this.#redis, keys, [(now - KEPT_MS).toString(), ...rows]);
    }
  }

  /**
   * The changes with these ids, in the order of the feed, as far as they are kept. An event enters the feed soon after
   * its time, so each is searched from its time on, in one pass that skips the times in between.
   */
  async named(storeKey: string, ids: readonly string[]): Promise<ChangeFeedEntry[]> {
    const found: ChangeFeedEntry[] = [];
    let missing = [...new Set(ids)].map((id) => ({ id, ms: happenedAt(id), pages: 0 }));
    missing.sort((a, b) => a.ms - b.ms);
    let cursor = "0-0";
    for (let reads = 0; reads < MAX_READS; reads++) {
      const [first] = missing;
      if (!first) break;
      if (parseEntryId(cursor).ms < first.ms - 1) cursor = `${first.ms - 1}-0`;
      const changes = await this.after(storeKey, cursor, PAGE);
      const last = changes.at(-1);
      if (!last) break;
      cursor = last.entryId;
      const passed = parseEntryId(cursor).ms;
      const here = new Set(changes.map(({ id }) => id));
      const wanted = new Set(missing.map(({ id }) => id));
      found.push(...changes.filter(({ id }) => wanted.has(id)));
      missing = missing
        .filter(({ id }) => !here.has(id))
        .map(({ id, ms, pages }) => ({ id, ms, pages: ms <= passed ? pages + 1 : pages }))
        .filter(({ pages }) => pages < MAX_PAGES);
    }
    return found;
  }

  /** Adds entries that are not events of an outbox. */
  async add(storeKey: string, id: string, text: string): Promise<void> {
    await this.#redis.xadd(
      this.#keys.changes(this.#partitionOf(storeKey), storeKey),
      "*",
      "i",
      id,
      "e",
      text,
    );
  }

  /** Position of the newest change; the beginning if there is none. */
  async end(storeKey: string): Promise<string> {
    const stream = this.#keys.changes(this.#partitionOf(storeKey), storeKey);
    const [newest] = await this.#redis.xrevrange(stream, "+", "-", "COUNT", 1);
    return newest?.[0] ?? "0-0";
  }

  /** Changes after one position up to another, up to `limit`. Rejects for an invalid position. */
  async after(
    storeKey: string,
    cursor: string | undefined,
    limit: number,
    end = "+",
  ): Promise<ChangeFeedEntry[]> {
    const stream = this.#keys.changes(this.#partitionOf(storeKey), storeKey);
    const entries = await this.#redis.xrange(
      stream,
      cursor === undefined ? "-" : `(${cursor}`,
      end,
      "COUNT",
      limit,
    );
    return entries.map((entry) => ({
      id: fieldOf(entry, "i"),
      entryId: entry[0],
      text: fieldOf(entry, "e"),
    }));
  }
}
