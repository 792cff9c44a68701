import { batchesOf } from "../../../collections/batches.ts";
import { defined } from "../../../collections/defined.ts";
import { partsOfSlot } from "../../../store/keys/slots.ts";
import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { WishlistMeta, WishlistRecord } from "../../../store/records/records.ts";
import { isHidden } from "../../../store/records/wishlist-meta.ts";
import type { CommandContext, Handler } from "../../handler.ts";
import { isRefusal } from "../../reply.ts";
import { countedWish } from "../../report/counter-changes.ts";
import type { Draft } from "../../state/draft.ts";
import { purchasesFromListStateKey, someAlertsStateKey } from "../../state/ledger.ts";
import type { DeleteWishlist } from "../messages.ts";
import { forgetAnswers } from "../state/answers.ts";
import { guestStateKey } from "../state/guest.ts";
import { findMeta, metaStateKey } from "../state/meta.ts";
import { answersStateKey, itemsStateKey, recordStateKey } from "../state/wishlist.ts";
import { eraseExcess } from "./erase-excess.ts";
import { allItemsOf, eraseItems } from "./erase-items.ts";
import { revokeAll, sharesStateKey } from "./share-wishlist.ts";
import { unlinkAlerts } from "./unlink-alerts.ts";
import { unlinkPurchases } from "./unlink-purchases.ts";

/** Returns the keys of the state that is needed to erase a wishlist. */
export const stateToErase = (wishlistId: string, meta: WishlistMeta | null): StateKey[] => [
  recordStateKey(wishlistId),
  ...allItemsOf(wishlistId),
  sharesStateKey(wishlistId),
  answersStateKey(wishlistId),
  guestStateKey(wishlistId),
  ...(meta?.slot
    ? [purchasesFromListStateKey(meta.slot, wishlistId), someAlertsStateKey(meta.slot, wishlistId)]
    : []),
];

/** Number of wishes in one event for the reports: the counters of all its wishes change in one step of Redis. */
const COUNTED_SIZE = 250;

/** Removes a wishlist from the lists and the ledgers of its customer, because they would show whose wishlist it was. */
function detach(
  draft: Draft,
  customer: { slot: string; storeKey: string },
  wishlistId: string,
  context: CommandContext,
): void {
  draft.put({ kind: "listed", id: customer.slot, field: wishlistId }, null);
  unlinkPurchases(draft, customer, wishlistId, context);
  unlinkAlerts(draft, customer.slot, wishlistId);
}

/**
 * Marks a wishlist as deleted. Removes everything that leads to a person from the wishlist, its items and the stored
 * answers. Items that a claim has hidden are deleted: they may be on another list, and reports count them there.
 */
export function eraseWishlist(
  draft: Draft,
  meta: WishlistMeta,
  wishlistId: string,
  context: CommandContext,
): void {
  const { storeKey, slot, wishlistRef } = meta;
  const { time, version } = context;
  const record = draft.get(recordStateKey(wishlistId));
  const items = draft.get(itemsStateKey(wishlistId)) ?? [];
  draft.put(metaStateKey(wishlistId), { ...meta, slot: null, wishlistRef: null, version, deleted: true });
  const kept: WishlistRecord = {
    id: wishlistId,
    isPrivate: record?.isPrivate ?? false,
    deleted: true,
    createdTime: record?.createdTime ?? time,
    modifiedTime: time,
  };
  draft.put(recordStateKey(wishlistId), kept);
  eraseItems(draft, meta, wishlistId);
  revokeAll(draft, [wishlistId]);
  if (wishlistRef !== null)
    draft.release({ reference: "wishlistRef", storeKey, value: wishlistRef, holder: wishlistId });
  if (slot !== null) detach(draft, { slot, storeKey }, wishlistId, context);
  forgetAnswers(draft, wishlistId);
  if (draft.get(guestStateKey(wishlistId))) draft.put(guestStateKey(wishlistId), null);
  const formerKey = slot === null ? undefined : partsOfSlot(slot).key;
  draft.emit({ type: "wishlist.deleted", storeKey, time, wishlistId, ...defined({ ownerKey: formerKey }) });
  if (isHidden(meta)) return;
  const gone = items.map(({ item }) => countedWish(item));
  for (const batch of batchesOf(gone, COUNTED_SIZE))
    draft.emit({ type: "report.counted", storeKey, time, counted: { gone: batch } });
}

/**
 * Deletes a wishlist and erases everything in it that leads to a person. The anonymous items stay for reports. Refused
 * with `ResourceNotFound` or `PreconditionFailed`.
 */
export const deleteWishlist: Handler<DeleteWishlist> = (command, draft, context) => {
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) return meta;
  if (eraseExcess(draft, [command.wishlistId], context))
    return {
      ok: true,
      remaining: true,
      ...defined({ version: draft.get(metaStateKey(command.wishlistId))?.version }),
    };
  draft.load(stateToErase(command.wishlistId, meta));
  eraseWishlist(draft, meta, command.wishlistId, context);
  return { ok: true };
};
