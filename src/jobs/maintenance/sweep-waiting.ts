import type { Wishes } from "../../store/read/wishes.ts";
import type { MoveWishes, NamedList, WaitingLists } from "../../store/waiting/waiting-lists.ts";
import { forAll } from "../queue/for-all.ts";

export interface SweepWaitingDeps {
  wishes: Wishes;
  waiting: WaitingLists;
  move: MoveWishes;
}

/**
 * Removes wishes that no longer exist from the waiting lists, such as wishes of deleted wishlists. A wave removes those
 * that it finds, but a variant that never changes has no wave. Also divides long lists, and moves the wishes of divided
 * lists to the sublists. A failure does not stop the other lists. Resolves to the number of removed wishes.
 *
 * @throws the reason of the abort; the next sweep does the rest
 */
export async function sweepWaiting(
  { wishes, waiting, move }: SweepWaitingDeps,
  signal?: AbortSignal,
): Promise<number> {
  let dropped = 0;
  const sweepList = async (list: NamedList) => {
    await waiting.divideIfLong(list);
    for await (const { itemIds, isUndivided } of waiting.chunks(list)) {
      signal?.throwIfAborted();
      const found = await wishes.read(list.storeKey, itemIds);
      // An item's id is never reused, so a missing item does not return.
      const missingIds = itemIds.filter((_, i) => !found[i]);
      await waiting.remove(missingIds.map((itemId) => ({ ...list, itemId })));
      const left = itemIds.filter((_, i) => found[i]);
      if (isUndivided) await move(list, left);
      dropped += missingIds.length;
    }
  };
  await forAll(waiting.lists(), sweepList, { signal });
  return dropped;
}
