import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout.ts";
import { scanKeys } from "../redis/scan.ts";

/** A wish in the waiting list of a variant. */
interface Listing {
  storeKey: string;
  /** Index term of the variant. */
  variant: string;
  itemId: string;
}

/** A wish that begins to wait for a variant. */
interface Wait extends Listing {
  /** Since when it is wished for, in milliseconds since 1970. */
  since: number;
  /** The wish was for another variant before: its earlier position is lost. */
  hasMoved: boolean;
  /** The wish came from another wishlist: it keeps the earlier of both positions. */
  isFromList?: boolean;
}

/**
 * The ZADD mode for a wish that the list may already have. A repeated event does not move a wish to an earlier time.
 */
const modeOf = ({ hasMoved, isFromList }: Wait) => (hasMoved ? "GT" : isFromList ? "LT" : "NX");

/** A wish that is added to a list, or removed from it. */
export type WaitChange = { added: Wait } | { removed: Listing };

/** Position of a wish in a variant's waiting list. */
export interface WaitingCursor {
  /** In milliseconds since 1970. */
  since: number;
  itemId: string;
}

/** Keys and members that are scanned at once. */
const SCAN_SIZE = 500;

/** Lists of the wishes that wait for a variant, the oldest first. An entry is a hint: the wish's record decides. */
export class WaitingLists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keyOf(storeKey: string, variant: string): string {
    return this.#keys.waiting(this.#layout.partitionOf(`waiting ${storeKey} ${variant}`), storeKey, variant);
  }

  /** Makes changes in their order. A listed wish that is added again keeps its position. */
  async change(changes: readonly WaitChange[]): Promise<void> {
    const done = changes.map((change) => {
      const { storeKey, variant, itemId } = "added" in change ? change.added : change.removed;
      const key = this.#keyOf(storeKey, variant);
      return "removed" in change
        ? this.#redis.zrem(key, itemId)
        : this.#redis.zadd(key, modeOf(change.added), change.added.since, itemId);
    });
    await Promise.all(done);
  }

  /** Removes wishes from their lists. */
  async remove(listings: readonly Listing[]): Promise<void> {
    await this.change(listings.map((removed) => ({ removed })));
  }

  /** How many wishes a list has. */
  async count(storeKey: string, variant: string): Promise<number> {
    return this.#redis.zcard(this.#keyOf(storeKey, variant));
  }

  /** How many wishes wait after a position and since before a time, in milliseconds since 1970. */
  async countBetween(
    storeKey: string,
    variant: string,
    after: WaitingCursor | undefined,
    before: number,
  ): Promise<number> {
    const key = this.#keyOf(storeKey, variant);
    if (!after) return this.#redis.zcount(key, "-inf", `(${before}`);
    const { since, itemId } = after;
    const [score, rank] = await Promise.all([
      this.#redis.zscore(key, itemId),
      this.#redis.zrank(key, itemId),
    ]);
    // The wish has left the list or its position: then wishes of its millisecond are not counted.
    if (rank === null || Number(score) !== since) return this.#redis.zcount(key, `(${since}`, `(${before}`);
    return Math.max(0, (await this.#redis.zcount(key, "-inf", `(${before}`)) - rank - 1);
  }

  /** Since when each wish waits for a variant; null for those that do not. */
  async since(storeKey: string, variant: string, itemIds: readonly string[]): Promise<(number | null)[]> {
    if (itemIds.length === 0) return [];
    const scores = await this.#redis.zmscore(this.#keyOf(storeKey, variant), ...itemIds);
    return scores.map((score) => (score === null ? null : Number(score)));
  }

  /** Wishes after a position, with their own positions. */
  async after(
    storeKey: string,
    variant: string,
    cursor: WaitingCursor | undefined,
    count: number,
  ): Promise<WaitingCursor[]> {
    const key = this.#keyOf(storeKey, variant);
    const min = cursor?.since ?? 0;
    const found: WaitingCursor[] = [];
    // Wishes of the same millisecond are in the order of their ids; those before the position are skipped.
    for (let offset = 0; found.length < count; offset += count) {
      const flat = await this.#redis.zrange(
        key,
        min,
        "+inf",
        "BYSCORE",
        "LIMIT",
        offset,
        count,
        "WITHSCORES",
      );
      for (let i = 0; i < flat.length; i += 2) {
        const [itemId = "", score = "0"] = flat.slice(i, i + 2);
        const since = Number(score);
        const isAfter = !cursor || since > cursor.since || itemId > cursor.itemId;
        if (isAfter && found.length < count) found.push({ since, itemId });
      }
      if (flat.length < count * 2) break;
    }
    return found;
  }

  /** All wishes of all lists, some at a time; one may come twice. Reads through all keys: for maintenance only. */
  async *all(): AsyncGenerator<{ storeKey: string; variant: string; itemIds: string[] }> {
    for await (const found of scanKeys(this.#redis, this.#keys.everyWaiting, SCAN_SIZE))
      for (const key of found) yield* this.#allOf(key);
  }

  async *#allOf(key: string): AsyncGenerator<{ storeKey: string; variant: string; itemIds: string[] }> {
    let cursor = "0";
    do {
      const [next, flat] = await this.#redis.zscan(key, cursor, "COUNT", SCAN_SIZE);
      const itemIds = flat.filter((_, i) => i % 2 === 0);
      if (itemIds.length > 0) yield { ...this.#keys.waitingPartsOf(key), itemIds };
      cursor = next;
    } while (cursor !== "0");
  }
}
