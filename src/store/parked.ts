import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import type { Layout } from "./layout.ts";

/** Stock that came before its variant. */
export interface ParkedLevel {
  locationRef: string;
  available: number | null;
  updatedTime?: string;
}

/** How long stock waits for its variant, in seconds. */
const LIFETIME_S = 30 * 86_400;

/** Keeps stock levels of variants that nobody knows yet, by a name of the variant, the newest of each location. */
export class ParkedStock {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keyOf(scope: string, name: string): string {
    return this.#keys.parked(this.#layout.partitionOf(`parked ${scope} ${name}`), scope, name);
  }

  async park(scope: string, name: string, level: ParkedLevel): Promise<void> {
    const key = this.#keyOf(scope, name);
    await this.#redis
      .multi()
      .hset(key, level.locationRef, JSON.stringify(level))
      .expire(key, LIFETIME_S)
      .exec();
  }

  /** Levels that wait for a variant of this name. */
  async waitingFor(scope: string, name: string): Promise<ParkedLevel[]> {
    const texts = await this.#redis.hvals(this.#keyOf(scope, name));
    return texts.map((text) => JSON.parse(text) as ParkedLevel);
  }

  /** Forgets a level that was applied, if it still is the one that waits. */
  async forget(scope: string, name: string, level: ParkedLevel): Promise<void> {
    const key = this.#keyOf(scope, name);
    if ((await this.#redis.hget(key, level.locationRef)) === JSON.stringify(level))
      await this.#redis.hdel(key, level.locationRef);
  }
}
