import type { Handler } from "../handler.ts";
import { purchasesOf, purchaseStateKey } from "../state/ledger.ts";
import { withoutWish } from "../wishlist/list/delete-wishlist.ts";
import type { ForgetPurchases } from "./messages.ts";

/** Removes the links to wishes and orders from a customer's ledger. The sales stay, for reports. */
export const forgetPurchases: Handler<ForgetPurchases> = ({ slot, orderKeys }, draft) => {
  for (const { field, record } of draft.get(purchasesOf(slot)) ?? []) {
    if (orderKeys && !orderKeys.includes(field)) continue;
    const lines = Object.entries(record.lines).map(
      ([lineRef, line]) => [lineRef, withoutWish(line)] as const,
    );
    const nameless = { orderRef: "", revision: record.revision, lines: Object.fromEntries(lines) };
    draft.put(purchaseStateKey(slot, field), nameless);
  }
  return { ok: true };
};
