import type { StateKey } from "../store/partition/state/state-keys.ts";

/** State key of an alert of the customer in a slot, by its name in the ledger. */
export const alertStateKey = (slot: string, name: string): StateKey<"alert"> => ({
  kind: "alert",
  id: slot,
  field: name,
});

/** State key of all alerts of the customer in a slot. */
export const alertsOf = (slot: string): StateKey<"alerts"> => ({ kind: "alerts", id: slot });

/** State key of what an order did to the wishes of the customer in a slot, by the key of the order. */
export const purchaseStateKey = (slot: string, orderKey: string): StateKey<"purchase"> => ({
  kind: "purchase",
  id: slot,
  field: orderKey,
});

/** State key of all purchases of the customer in a slot. */
export const purchasesOf = (slot: string): StateKey<"purchases"> => ({ kind: "purchases", id: slot });
