import type { PurchaseLine } from "../../../store/records/orders.ts";
import type { CommandContext } from "../../handler.ts";
import type { Draft } from "../../state/draft.ts";
import { purchasesFromListStateKey, purchaseStateKey } from "../../state/ledger.ts";

/** Replaces the identifiers of a wish that was erased. */
const ERASED_WISH = { wishlistId: "", itemId: "", rule: "", number: 0, wasRemoved: false };

/** Returns a line without its wish, which was erased; the sale stays. */
export const withoutWish = ({ sale }: PurchaseLine) =>
  sale === undefined ? ERASED_WISH : { ...ERASED_WISH, sale };

/**
 * Removes a wishlist from the lines that bought its wishes. The lines stay in the ledger, so that a later version of
 * the order does not find another wish for them.
 */
export function unlinkPurchases(
  draft: Draft,
  { slot, storeKey }: { slot: string; storeKey: string },
  wishlistId: string,
  { time }: CommandContext,
): void {
  for (const { field, record } of draft.get(purchasesFromListStateKey(slot, wishlistId))?.records ?? []) {
    const stateKey = purchaseStateKey(slot, field);
    const purchase = draft.current(stateKey, record);
    if (!purchase || !Object.values(purchase.lines).some((line) => line.wishlistId === wishlistId)) continue;
    const lines = Object.entries(purchase.lines).map(
      ([lineRef, line]) => [lineRef, line.wishlistId === wishlistId ? withoutWish(line) : line] as const,
    );
    draft.put(stateKey, { ...purchase, lines: Object.fromEntries(lines) });
    const { orderRef } = purchase;
    draft.emit({ type: "order.match_forgotten", storeKey, time, wishlistId, orderRef });
  }
}

/**
 * Removes a wishlist from some of the lines that bought its wishes, if so many orders have bought from it that not all
 * are loaded. Returns whether there were so many: then there may be more.
 */
export function unlinkExcess(
  draft: Draft,
  customer: { slot: string; storeKey: string },
  wishlistId: string,
  context: CommandContext,
): boolean {
  if (!draft.get(purchasesFromListStateKey(customer.slot, wishlistId))?.hasMore) return false;
  unlinkPurchases(draft, customer, wishlistId, context);
  return true;
}
