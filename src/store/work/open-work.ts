import type { Redis } from "ioredis";
import { MINUTE_MS } from "../durations.ts";
import type { Keys } from "../keys/keys.ts";

/** Work of a job that says itself in the store how far it is. */
export interface OpenWork {
  kind: "feed" | "flag-reset" | "replay";
  storeKey: string;
  /** Id of the feed, of the reset, or of the endpoint that is replayed to. */
  id: string;
}

/** How long something is noted before its record is written, at most, in milliseconds. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Works that are read at once, about. */
const PART_SIZE = 500;
/** Where the parts of the list begin. */
export const LIST_START = "0";

const nameOf = ({ kind, storeKey, id }: OpenWork) => `${kind} ${storeKey} ${id}`;

function workOf(name: string): OpenWork | undefined {
  const [kind, storeKey, id] = name.split(" ");
  if (kind !== "feed" && kind !== "flag-reset" && kind !== "replay") return undefined;
  return storeKey === undefined || id === undefined ? undefined : { kind, storeKey, id };
}

/**
 * Names what is under way, so that it goes on where the queues have lost its job. It is noted before its record is
 * written, and may be noted for longer than it is open: the record says whether it is. A tenant may have as many as its
 * jobs: the list is read in parts.
 */
export class OpenWorks {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Notes what is about to begin. */
  async note(work: OpenWork, now: number): Promise<void> {
    await this.#redis.zadd(this.#keys.openWork, now, nameOf(work));
  }

  /**
   * A part of what is noted, from a place on; the first place is {@link LIST_START}, and so is the one after the last
   * part. What is noted for as long as all parts are read is in one of them, and may be in several.
   */
  async part(from: string): Promise<{ works: OpenWork[]; next: string }> {
    const [next, members] = await this.#redis.zscan(this.#keys.openWork, from, "COUNT", PART_SIZE);
    const names = members.filter((_, i) => i % 2 === 0);
    return { next, works: names.flatMap((name) => workOf(name) ?? []) };
  }

  /** Forgets all that is noted of some stores. */
  async forgetAll(isOf: (storeKey: string) => boolean): Promise<void> {
    let from = LIST_START;
    do {
      const { works, next } = await this.part(from);
      for (const work of works) if (isOf(work.storeKey)) await this.end(work);
      from = next;
    } while (from !== LIST_START);
  }

  /** Forgets what is over for good. */
  async end(work: OpenWork): Promise<void> {
    await this.#redis.zrem(this.#keys.openWork, nameOf(work));
  }

  /** Forgets what is over, unless it was noted a moment ago: then it is about to begin. */
  async forget(work: OpenWork, now: number): Promise<void> {
    const [key, name] = [this.#keys.openWork, nameOf(work)];
    const since = await this.#redis.zscore(key, name);
    if (since !== null && now - Number(since) >= MARGIN_MS) await this.#redis.zrem(key, name);
  }
}
