import type { Redis } from "ioredis";
import { MINUTE_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";

/** Work of a job whose progress has a record in the store. */
export interface OpenWork {
  kind: "feed" | "flag-reset" | "replay";
  storeKey: string;
  /** Id of the feed, of the reset, or of the endpoint with the replay. */
  id: string;
}

/** Maximum time between the entry of a work in the list and the writing of its record, in milliseconds. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Approximate number of works that are read at once. */
const PART_SIZE = 500;
/** Cursor of the first part of the list. */
export const LIST_START = "0";

const nameOf = ({ kind, storeKey, id }: OpenWork) => `${kind} ${storeKey} ${id}`;

function workOf(name: string): OpenWork | undefined {
  const [kind, storeKey, id] = name.split(" ");
  if (kind !== "feed" && kind !== "flag-reset" && kind !== "replay") return undefined;
  return storeKey === undefined || id === undefined ? undefined : { kind, storeKey, id };
}

/**
 * List of open works, so that they continue if the queues have lost their jobs. A work is recorded before its record is
 * written, and may stay in the list after its end: only the record shows whether it is open. A tenant may have as many
 * works as jobs, so the list is read in parts.
 */
export class OpenWorks {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Records a work that is about to begin. */
  async add(work: OpenWork, now: number): Promise<void> {
    await this.#redis.zadd(this.#keys.openWork, now, nameOf(work));
  }

  /**
   * Reads a part of the list from a cursor on. The cursor of the first part is {@link LIST_START}, and so is the one
   * after the last part. A work that is in the list during the whole reading is in one of the parts, and may be in
   * several.
   */
  async part(from: string): Promise<{ works: OpenWork[]; next: string }> {
    const [next, members] = await this.#redis.zscan(this.#keys.openWork, from, "COUNT", PART_SIZE);
    const names = members.filter((_, i) => i % 2 === 0);
    return { next, works: names.flatMap((name) => workOf(name) ?? []) };
  }

  /** Removes all works of some stores. */
  async forgetAll(isOf: (storeKey: string) => boolean): Promise<void> {
    let from = LIST_START;
    do {
      const { works, next } = await this.part(from);
      for (const work of works) if (isOf(work.storeKey)) await this.end(work);
      from = next;
    } while (from !== LIST_START);
  }

  /** Removes a work that has certainly ended. */
  async end(work: OpenWork): Promise<void> {
    await this.#redis.zrem(this.#keys.openWork, nameOf(work));
  }

  /** Removes a work that has ended, unless it was recorded a moment ago, because it may be about to begin. */
  async forget(work: OpenWork, now: number): Promise<void> {
    const [key, name] = [this.#keys.openWork, nameOf(work)];
    const since = await this.#redis.zscore(key, name);
    if (since !== null && now - Number(since) >= MARGIN_MS) await this.#redis.zrem(key, name);
  }
}
