import type { Redis } from "ioredis";
import { ArchiveReader } from "../../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../../src/store/changes/change-feed.ts";
import { itemId, partitionOfWishlist } from "../../../../src/store/ids/ids.ts";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { openLayout } from "../../../../src/store/layout/layout.ts";

/** Number of wishlists whose changes are added at once. */
const BATCH_SIZE = 500;

/** Opens the change feed of a service without an archive. */
export async function openFeed(redis: Redis, keys: Keys, partitions: number): Promise<ChangeFeed> {
  return new ChangeFeed(redis, keys, await openLayout(redis, keys, partitions), new ArchiveReader({}));
}

/** Adds one change of each of the first `each` items of wishlists to a store's feed. The records stay as they are. */
export async function seedChanges(
  changes: ChangeFeed,
  storeKey: string,
  wishlists: readonly string[],
  each: number,
): Promise<void> {
  const now = Date.now();
  const time = new Date(now).toISOString();
  for (let from = 0; from < wishlists.length; from += BATCH_SIZE) {
    const entries = wishlists.slice(from, from + BATCH_SIZE).flatMap((wishlistId, i) =>
      Array.from({ length: each }, (_, n) => ({
        partition: partitionOfWishlist(wishlistId) ?? 0,
        id: `${now}-${(from + i) * each + n}`,
        text: JSON.stringify({
          ...{ type: "wishlist.item.updated", storeKey, time, wishlistId },
          itemId: itemId(wishlistId, n + 1),
        }),
      })),
    );
    await changes.append(storeKey, entries, now);
  }
}
