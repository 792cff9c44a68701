import type { Redis } from "ioredis";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { storeTime } from "../redis/clock.ts";
import { repliesOf } from "../redis/replies.ts";

/**
 * How long an erasure is remembered, in milliseconds. This is longer than data from before the erasure can wait to be
 * applied: an order waits at most a day until it is due, and rows of a file wait at most two days.
 */
const LIFETIME_MS = 4 * DAY_MS;

/**
 * The people who were erased lately, by secret digests of their names. Work that began before an erasure and ends after
 * it, such as the late match of an order, checks this and leaves the person out.
 */
export class Erasures {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keyOf(storeKey: string, name: string): string {
    const { partition, digest } = this.#layout.digestOf(`erased ${storeKey} ${name}`);
    return this.#keys.erased(partition, storeKey, digest);
  }

  /** Records that the person with these names is erased now, by the store's clock. */
  async add(storeKey: string, names: readonly string[]): Promise<void> {
    const now = await storeTime(this.#redis, this.#keys);
    await Promise.all(
      names.map((name) => this.#redis.set(this.#keyOf(storeKey, name), now, "PX", LIFETIME_MS)),
    );
  }

  #countKey(storeKey: string): string {
    return this.#keys.erasureCount(this.#layout.partitionOf(`erasures ${storeKey}`), storeKey);
  }

  /** Counts an erasure whose data is gone. */
  async countDone(storeKey: string): Promise<void> {
    const key = this.#countKey(storeKey);
    await repliesOf(this.#redis.multi().incr(key).pexpire(key, LIFETIME_MS));
  }

  /**
   * Returns a number that another erasure in the store changes. Work that keeps copies of personal data, such as the
   * parts of a file, compares it with the number from before its first copy.
   */
  async count(storeKey: string): Promise<number> {
    return Number((await this.#redis.get(this.#countKey(storeKey))) ?? 0);
  }

  /**
   * Whether a person with one of the names was erased at `time` or later.
   * @param time ISO 8601, by the store's clock
   */
  async since(storeKey: string, names: readonly string[], time: string): Promise<boolean> {
    const found = await Promise.all(names.map((name) => this.#redis.get(this.#keyOf(storeKey, name))));
    return found.some((erased) => erased !== null && Number(erased) >= Date.parse(time));
  }
}
