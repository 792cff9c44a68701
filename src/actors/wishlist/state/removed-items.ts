import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { Numbered, RemovedItemRecord, WishlistMeta } from "../../../store/records/records.ts";
import type { CommandContext } from "../../handler.ts";
import { countedWish } from "../../report/counter-changes.ts";
import type { Draft } from "../../state/draft.ts";
import { removedStateKey } from "./item.ts";
import { metaStateKey } from "./meta.ts";

/** Maximum number of removed items of a wishlist: an erasure loads and rewrites all of them. */
export const MAX_REMOVED = 5000;

/**
 * Maximum number of removed items that a removal drops: so large that it is needed rarely, and so small that no other
 * command waits for long.
 */
const MAX_DROPPED = 250;

const excessRemovedStateKey = (wishlistId: string): StateKey<"excessRemoved"> => ({
  kind: "excessRemoved",
  id: wishlistId,
  field: MAX_REMOVED,
});

/** Whether so many items have left a wishlist that it may have too many removed ones. The check needs no read. */
const mayExceed = (meta: WishlistMeta | null): boolean =>
  meta !== null && meta.lastNumber - meta.count > MAX_REMOVED;

/** Returns the state that is needed to drop removed items of a wishlist; none if it cannot have too many. */
export const stateToDrop = (draft: Draft, wishlistId: string): StateKey[] =>
  mayExceed(draft.get(metaStateKey(wishlistId))) ? [excessRemovedStateKey(wishlistId)] : [];

/** Orders the items that are dropped first: not purchased, because no refund restores them, and removed long ago. */
const byNeed = ({ item: a }: Numbered<RemovedItemRecord>, { item: b }: Numbered<RemovedItemRecord>): number =>
  Number(a.purchased) - Number(b.purchased) || (a.deletedTime < b.deletedTime ? -1 : 1);

/**
 * Drops some of the oldest removed items of a wishlist that has too many, if {@link stateToDrop} is loaded. Reports no
 * longer count them, so that they stay the sums over the records. Returns whether the wishlist had too many.
 */
export function dropExcess(
  draft: Draft,
  wishlistId: string,
  { time }: Pick<CommandContext, "time">,
  most = MAX_DROPPED,
): boolean {
  const [excess, meta] = [excessRemovedStateKey(wishlistId), draft.get(metaStateKey(wishlistId))];
  const found = draft.knows(excess) ? (draft.get(excess) ?? []) : [];
  if (!meta || found.length === 0) return false;
  const left = found.flatMap(({ number, item: loaded }) => {
    const item = draft.current(removedStateKey(wishlistId, number), loaded);
    return item ? [{ number, item }] : [];
  });
  const dropped = left.sort(byNeed).slice(0, most);
  for (const { number, item } of dropped) draft.put(removedStateKey(wishlistId, number), null, item);
  // Later commands of the batch must not drop the same items again.
  draft.put(excess, null);
  const counted = { dropped: dropped.map(({ item }) => countedWish(item)) };
  draft.emit({ type: "report.counted", storeKey: meta.storeKey, time, counted });
  return true;
}
