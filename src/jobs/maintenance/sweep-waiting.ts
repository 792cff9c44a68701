import type { Redis } from "ioredis";
import type { Keys } from "../../store/keys.ts";
import type { WaitingLists } from "../../store/read/waiting.ts";
import { readWishes } from "../../store/read/wishes.ts";

export interface SweepWaitingDeps {
  redis: Redis;
  keys: Keys;
  waiting: WaitingLists;
}

/**
 * Takes wishes out of the waiting lists that are no more, such as those of deleted wishlists. A wave drops the ones
 * that it meets; a variant that never changes has none. Resolves to their number.
 */
export async function sweepWaiting({ redis, keys, waiting }: SweepWaitingDeps): Promise<number> {
  let dropped = 0;
  for await (const { storeKey, variant, itemIds } of waiting.all()) {
    const wishes = await readWishes(redis, keys, storeKey, itemIds);
    // An item's id never comes back, so what is gone now is gone for good.
    const gone = itemIds.filter((_, i) => !wishes[i]);
    await waiting.change(
      [],
      gone.map((itemId) => ({ storeKey, variant, itemId })),
    );
    dropped += gone.length;
  }
  return dropped;
}
