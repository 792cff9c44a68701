import type { WaitingLists } from "../../store/read/waiting.ts";
import type { Wishes } from "../../store/read/wishes.ts";

interface SweepWaitingDeps {
  wishes: Wishes;
  waiting: WaitingLists;
}

/**
 * Removes wishes that no longer exist from the waiting lists, such as wishes of deleted wishlists. A wave removes those
 * that it finds, but a variant that never changes has no wave. Resolves to the number of removed wishes.
 */
export async function sweepWaiting({ wishes, waiting }: SweepWaitingDeps): Promise<number> {
  let dropped = 0;
  for await (const { storeKey, variant, itemIds } of waiting.all()) {
    const found = await wishes.read(storeKey, itemIds);
    // An item's id is never reused, so a missing item does not return.
    const missingIds = itemIds.filter((_, i) => !found[i]);
    await waiting.remove(missingIds.map((itemId) => ({ storeKey, variant, itemId })));
    dropped += missingIds.length;
  }
  return dropped;
}
