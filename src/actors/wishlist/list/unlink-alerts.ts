import { defined } from "../../../collections/defined.ts";
import type { Draft } from "../../state/draft.ts";
import { alertStateKey, someAlertsStateKey } from "../../state/ledger.ts";

/** Removes the wishes of a wishlist from the customer's alerts. */
export function unlinkAlerts(draft: Draft, slot: string, wishlistId: string): void {
  for (const { field, record } of draft.get(someAlertsStateKey(slot, wishlistId))?.records ?? []) {
    const stateKey = alertStateKey(slot, field);
    const alert = draft.current(stateKey, record);
    if (!alert) continue;
    const itemIds = alert.itemIds.filter((itemId) => !itemId.startsWith(`${wishlistId}.`));
    if (itemIds.length === alert.itemIds.length) continue;
    const items = alert.items?.filter((item) => item.wishlistId !== wishlistId);
    draft.put(stateKey, { ...alert, itemIds, ...defined({ items }) }, record);
  }
}

/**
 * Removes the wishes of a wishlist from some of the customer's alerts, if not all that name them are loaded. Returns
 * whether there were so many: then there may be more.
 */
export function unlinkExcessAlerts(draft: Draft, slot: string, wishlistId: string): boolean {
  if (!draft.get(someAlertsStateKey(slot, wishlistId))?.hasMore) return false;
  unlinkAlerts(draft, slot, wishlistId);
  return true;
}
