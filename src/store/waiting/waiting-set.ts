import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";

/** Position of a wish in a variant's waiting list. */
export interface WaitingCursor {
  /** In milliseconds since 1970. */
  since: number;
  itemId: string;
}

/** Compares wishes by their order in a waiting list: the oldest first, within a millisecond by their ids. */
export const byPosition = (a: WaitingCursor, b: WaitingCursor): number =>
  a.since - b.since || (a.itemId === b.itemId ? 0 : a.itemId < b.itemId ? -1 : 1);

/** Reads the score of a wish; null if the wish is not in the set. */
export const scoreOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** Reads the members of a sorted set and their scores from a reply of Redis. */
const wishesIn = (flat: readonly string[]): WaitingCursor[] =>
  [...batchesOf(flat, 2)].map(([itemId = "", since]) => ({ itemId, since: Number(since) }));

/** Reads the wishes of a sorted set after a position. Returns fewer than `count` only at its end. */
export async function readAfter(
  redis: Redis,
  key: string,
  cursor: WaitingCursor | undefined,
  count: number,
): Promise<WaitingCursor[]> {
  const min = cursor?.since ?? 0;
  // Wishes of the same millisecond are in the order of their ids; those before the position are skipped. If there are so
  // many that too few others are read, all are read again: between two reads, a wish may be removed.
  for (let size = count; ; size *= 2) {
    const flat = await redis.zrange(key, min, "+inf", "BYSCORE", "LIMIT", 0, size, "WITHSCORES");
    const after = wishesIn(flat).filter((wish) => !cursor || byPosition(wish, cursor) > 0);
    if (after.length >= count || flat.length < size * 2) return after.slice(0, count);
  }
}

/** Counts the wishes of a sorted set after a position that wait since before a time, in milliseconds since 1970. */
export async function countAfter(
  redis: Redis,
  key: string,
  cursor: WaitingCursor | undefined,
  before: number,
): Promise<number> {
  if (!cursor) return redis.zcount(key, "-inf", `(${before}`);
  const { since, itemId } = cursor;
  if (since >= before) return 0;
  const [later, sameTime] = await Promise.all([
    redis.zcount(key, `(${since}`, `(${before}`),
    redis.zrange(key, since, since.toString(), "BYSCORE"),
  ]);
  return later + sameTime.filter((id) => id > itemId).length;
}
