import type { Redis } from "ioredis";
import { MINUTE_MS } from "./durations.ts";
import type { Keys } from "./keys.ts";

/** Work of a job that says itself in the store how far it is. */
export interface OpenWork {
  kind: "feed" | "flag-reset" | "replay";
  storeKey: string;
  /** Id of the feed, of the reset, or of the endpoint that is replayed to. */
  id: string;
}

/** How long something is noted before its record is written, at most, in milliseconds. */
const MARGIN_MS = 5 * MINUTE_MS;

const nameOf = ({ kind, storeKey, id }: OpenWork) => `${kind} ${storeKey} ${id}`;

/**
 * Names what is under way, so that it goes on where the queues have lost its job. It is noted before its record is
 * written, and may be noted for longer than it is open: the record says whether it is.
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

  /** All that is noted. */
  async list(): Promise<OpenWork[]> {
    const names = await this.#redis.zrange(this.#keys.openWork, 0, "-1");
    return names.flatMap((name) => {
      const [kind, storeKey, id] = name.split(" ");
      if (kind !== "feed" && kind !== "flag-reset" && kind !== "replay") return [];
      return storeKey === undefined || id === undefined ? [] : [{ kind, storeKey, id }];
    });
  }

  /** Forgets all that is noted of some stores. */
  async forgetAll(isOf: (storeKey: string) => boolean): Promise<void> {
    for (const work of await this.list())
      if (isOf(work.storeKey)) await this.#redis.zrem(this.#keys.openWork, nameOf(work));
  }

  /** Forgets what is over, unless it was noted a moment ago: then it is about to begin. */
  async forget(work: OpenWork, now: number): Promise<void> {
    const [key, name] = [this.#keys.openWork, nameOf(work)];
    const since = await this.#redis.zscore(key, name);
    if (since !== null && now - Number(since) >= MARGIN_MS) await this.#redis.zrem(key, name);
  }
}
