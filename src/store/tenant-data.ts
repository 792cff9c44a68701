import type { Redis } from "ioredis";
import { decodeHead } from "./head.ts";
import type { Keys } from "./keys.ts";

const KEYS_AT_ONCE = 500;

/** Keys of a wishlist, with the answers about it that are kept for retries; they are in one partition. */
async function keysOfWishlist(redis: Redis, keys: Keys, partition: number, id: string): Promise<string[]> {
  return [
    ...(await keysOfAnswers(redis, keys, partition, id)),
    keys.itemOrder(partition, id),
    keys.marks(partition, id),
    keys.removedItems(partition, id),
    // Last: it is what the others are found by.
    keys.wishlist(partition, id),
  ];
}

async function keysOfAnswers(redis: Redis, keys: Keys, partition: number, owner: string): Promise<string[]> {
  const digests = await redis.smembers(keys.answersOf(partition, owner));
  return [...digests.map((digest) => keys.answer(partition, digest)), keys.answersOf(partition, owner)];
}

/** What goes with one key that was found; nothing where it is not the tenant's. */
async function keysAt(redis: Redis, keys: Keys, key: string, tenant: string): Promise<string[]> {
  const { partition, letter, of } = keys.partsOf(key);
  if (letter === "w") {
    const meta = await redis.hget(key, "m");
    const isOurs = meta !== null && decodeHead(meta).scope.startsWith(`${tenant}/`);
    return isOurs ? keysOfWishlist(redis, keys, partition, of) : [];
  }
  if (keys.tenantOf(key) !== tenant) return [];
  const owned = keys.answersOwnerOf(key);
  return owned ? keysOfAnswers(redis, keys, owned.partition, owned.owner) : [key];
}

/**
 * Erases the keys of all stores of a tenant, as one look through all keys of the service finds them, a few at a time.
 * Kept idempotency keys are digests that name nobody; they expire within a day. Safe to be cut off and done again.
 * Resolves to how many keys there were.
 */
export async function eraseKeysOf(redis: Redis, keys: Keys, tenant: string): Promise<number> {
  let erased = 0;
  for await (const found of redis.scanStream({ match: keys.every, count: KEYS_AT_ONCE })) {
    const ours = await Promise.all((found as string[]).map((key) => keysAt(redis, keys, key, tenant)));
    for (const some of ours) if (some.length > 0) erased += await redis.unlink(...some);
  }
  return erased;
}
