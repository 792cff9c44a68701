import type { StateKey } from "../../store/partition/state/state-keys.ts";

/** Returns the state key of an alert of the customer in a slot, by its name in the ledger. */
export const alertStateKey = (slot: string, name: string): StateKey<"alert"> => ({
  kind: "alert",
  id: slot,
  field: name,
});

/**
 * Returns the state key of alerts of the customer in a slot that name wishes of a wishlist; of any alerts without one.
 * At most `SOME_RECORDS`.
 */
export const someAlertsStateKey = (slot: string, wishlistId = ""): StateKey<"someAlerts"> => ({
  kind: "someAlerts",
  id: slot,
  field: wishlistId,
});

/**
 * Returns the state key of the newest alerts of the customer in a slot that name some items, at most `SOME_RECORDS`.
 */
export const newestAlertsStateKey = (slot: string, itemIds: readonly string[]): StateKey<"newestAlerts"> => ({
  kind: "newestAlerts",
  id: slot,
  field: itemIds.join(" "),
});

/**
 * Returns the state key of the effects of an order on the wishes of the customer in a slot, by the key of the order.
 */
export const purchaseStateKey = (slot: string, orderKey: string): StateKey<"purchase"> => ({
  kind: "purchase",
  id: slot,
  field: orderKey,
});

/**
 * Returns the state key of purchases of the customer in a slot that have bought wishes of a wishlist, at most
 * `SOME_RECORDS`.
 */
export const purchasesFromListStateKey = (slot: string, wishlistId: string): StateKey<"listPurchases"> => ({
  kind: "listPurchases",
  id: slot,
  field: wishlistId,
});

/** Returns the state key of the purchases of the customer in a slot that have bought an item. */
export const purchasesOfItemStateKey = (slot: string, itemId: string): StateKey<"itemPurchases"> => ({
  kind: "itemPurchases",
  id: slot,
  field: itemId,
});

/** Returns the state key of all purchases of the customer in a slot, which may be tens of thousands. */
export const purchasesStateKey = (slot: string): StateKey<"purchases"> => ({ kind: "purchases", id: slot });
