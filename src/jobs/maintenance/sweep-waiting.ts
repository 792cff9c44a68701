import type { WaitingLists } from "../../store/read/waiting.ts";
import type { Wishes } from "../../store/read/wishes.ts";

interface SweepWaitingDeps {
  wishes: Wishes;
  waiting: WaitingLists;
}

/**
 * Removes wishes that no longer exist from the waiting lists, such as those of deleted wishlists. A wave removes the
 * ones that it finds, but a variant that never changes has no wave. Resolves to their number.
 */
export async function sweepWaiting({ wishes, waiting }: SweepWaitingDeps): Promise<number> {
  let dropped = 0;
  for await (const { storeKey, variant, itemIds } of waiting.all()) {
    const found = await wishes.read(storeKey, itemIds);
    // An item's id is never used again, so a missing item is missing for good.
    const gone = itemIds.filter((_, i) => !found[i]);
    await waiting.remove(gone.map((itemId) => ({ storeKey, variant, itemId })));
    dropped += gone.length;
  }
  return dropped;
}
