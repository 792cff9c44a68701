import type { Redis } from "ioredis";
import { DAY_MS } from "../durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout.ts";
import { storeTime } from "../redis/clock.ts";

/**
 * How long an erasure is known, in milliseconds: longer than anything that arrived before it waits to be carried out. An
 * order waits a day at most for its time to come, rows of a file two days to be applied.
 */
const LIFETIME_MS = 4 * DAY_MS;

/**
 * Who was erased lately, by secret digests of the person's names. What arrived before an erasure and is carried out after
 * it, such as an order that is matched later, looks here and leaves the person out.
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

  /** Notes that the person with these names is erased now, by the store's clock. */
  async note(storeKey: string, names: readonly string[]): Promise<void> {
    const now = await storeTime(this.#redis, this.#keys);
    await Promise.all(
      names.map((name) => this.#redis.set(this.#keyOf(storeKey, name), now, "PX", LIFETIME_MS)),
    );
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
