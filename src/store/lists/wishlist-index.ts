import type { Redis } from "ioredis";
import { partitionOfWishlist } from "../ids/ids.ts";
import { escapeGlob } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { readNumber, repliesOf } from "../redis/replies.ts";
import { scanKeys } from "../redis/scan.ts";

const SCAN_BATCH_SIZE = 1000;

/** A wishlist in the index of its store. */
export interface Listed {
  storeKey: string;
  wishlistId: string;
}

/**
 * The index of each store's wishlists, in the order of their ids. An entry may be outdated: only the wishlist itself
 * shows whether it exists.
 */
export class WishlistIndex {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  #keyOf({ storeKey, wishlistId }: Listed): string {
    return this.#keys.wishlists(partitionOfWishlist(wishlistId) ?? 0, storeKey);
  }

  async change(added: readonly Listed[], removed: readonly Listed[]): Promise<void> {
    const pipeline = this.#redis.pipeline();
    for (const listed of added) pipeline.zadd(this.#keyOf(listed), 0, listed.wishlistId);
    for (const listed of removed) pipeline.zrem(this.#keyOf(listed), listed.wishlistId);
    if (pipeline.length === 0) return;
    await repliesOf(pipeline);
  }

  /**
   * Reads at most `count` ids of a store's wishlists in a partition, from `start` on, which is a bound of ZRANGE BYLEX.
   */
  async from(storeKey: string, partition: number, start: string, count: number): Promise<string[]> {
    return this.#redis.zrange(
      this.#keys.wishlists(partition, storeKey),
      start,
      "+",
      "BYLEX",
      "LIMIT",
      0,
      count,
    );
  }

  /** Counts a store's wishlists. */
  async count(storeKey: string, partitions: number): Promise<number> {
    const pipeline = this.#redis.pipeline();
    for (let partition = 0; partition < partitions; partition++)
      pipeline.zcard(this.#keys.wishlists(partition, storeKey));
    const counts = (await repliesOf(pipeline)).map(readNumber);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Adds all wishlists of a store's customers. Resolves to the number of wishlists. */
  async rebuild(storeKey: string, partitions: number): Promise<number> {
    for (let partition = 0; partition < partitions; partition++) {
      const match = `${escapeGlob(this.#keys.customerWishlists(partition, storeKey))}:*`;
      for await (const found of scanKeys(this.#redis, match, SCAN_BATCH_SIZE)) {
        for (const key of found) {
          const ids = await this.#redis.zrange(key, 0, "-1");
          await this.change(
            ids.map((wishlistId) => ({ storeKey, wishlistId })),
            [],
          );
        }
      }
    }
    return this.count(storeKey, partitions);
  }
}
