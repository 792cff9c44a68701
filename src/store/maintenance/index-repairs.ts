import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { StoreEntry } from "../partition/state/store-entries.ts";
import { WISHLIST } from "../records/fields.ts";
import { loadScript } from "../redis/script.ts";
import type { EnteredRecord, IndexedWishlist } from "./index-reads.ts";

const repairIndexScript = loadScript("maintenance/repair-index");

/** A change of an index: its key, and a command with its arguments after the key. */
export interface IndexChange {
  key: string;
  command: readonly string[];
}

/** Repairs indexes that differ from the records. A record that has changed since it was read is left alone. */
export class IndexRepairs {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Changes an index of a wishlist. Resolves to false if the wishlist has changed since it was read. */
  change({ id, partition, metaText }: IndexedWishlist, index: IndexChange): Promise<boolean> {
    const record = { key: this.#keys.wishlist(partition, id), field: WISHLIST.meta, text: metaText };
    return this.#changeIfSame(record, index);
  }

  /** Adds an entry to an index of a store. Resolves to false if the record has changed since it was read. */
  enter(partition: number, record: EnteredRecord, entry: StoreEntry): Promise<boolean> {
    const key = this.#keyOf(partition, entry);
    return this.#changeIfSame(record, { key, command: ["ZADD", "0", entry.member] });
  }

  /**
   * Removes an entry from an index of a store. Resolves to false if its record has changed since it was read. `record`
   * is undefined if it does not exist.
   */
  async leave(partition: number, record: EnteredRecord | undefined, entry: StoreEntry): Promise<boolean> {
    const key = this.#keyOf(partition, entry);
    if (!record) return (await this.#redis.zrem(key, entry.member)) === 1;
    return this.#changeIfSame(record, { key, command: ["ZREM", entry.member] });
  }

  /** Removes a wishlist that no longer exists from a customer's list. */
  async unlist(partition: number, slot: string, wishlistId: string): Promise<void> {
    await this.#redis.zrem(this.#keys.customerWishlists(partition, slot), wishlistId);
  }

  #keyOf(partition: number, { index, storeKey }: StoreEntry): string {
    return this.#keys.storeIndex(partition, index, storeKey);
  }

  async #changeIfSame(
    { key: recordKey, field, text }: Pick<EnteredRecord, "key" | "field" | "text">,
    { key, command }: IndexChange,
  ): Promise<boolean> {
    return (await repairIndexScript.run(this.#redis, [recordKey, key], [field, text, ...command])) === 1;
  }
}
