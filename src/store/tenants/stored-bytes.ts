import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readFields, repliesOf } from "../redis/replies.ts";

/** Reads the bytes of stored records of tenants, which the commits have estimated. */
export class StoredBytes {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
  }

  /**
   * Reads the bytes of each tenant, in their order, with one command for each partition, however many tenants there
   * are.
   */
  async of(tenants: readonly string[]): Promise<number[]> {
    const pipeline = this.#redis.pipeline();
    for (let partition = 0; partition < this.#partitions; partition++)
      pipeline.hmget(this.#keys.storedBytes(partition), ...tenants);
    const sums = tenants.map(() => 0);
    for (const counts of (await repliesOf(pipeline)).map(readFields))
      for (const [i, count] of counts.entries()) sums[i] = (sums[i] ?? 0) + Number(count ?? 0);
    // A sum may be negative: records that are older than the counters were not added to them, but their removal is
    // subtracted.
    return sums.map((sum) => Math.max(0, sum));
  }
}
