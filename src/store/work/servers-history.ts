import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";

/**
 * The history of the Redis servers, of the store and of the queues, for which all open work had its jobs. If it differs
 * from the current one, a server was replaced or restarted, and jobs or their results may be lost.
 */
export class ServersHistory {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Reads the history; undefined if none is recorded. */
  async known(): Promise<string | undefined> {
    return (await this.#redis.get(this.#keys.serversHistory)) ?? undefined;
  }

  /** Records that work may have lost its jobs. */
  async forget(): Promise<void> {
    await this.#redis.del(this.#keys.serversHistory);
  }

  /** Records that all open work has jobs. `history` was read before the jobs were added. */
  async record(history: string): Promise<void> {
    await this.#redis.set(this.#keys.serversHistory, history);
  }
}
