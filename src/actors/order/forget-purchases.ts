import type { Handler } from "../handler.ts";
import { goneOf, purchasesOf } from "../wishlist/delete-wishlist.ts";
import type { ForgetPurchases } from "./messages.ts";

/** Takes from a customer's ledger what leads to wishes and orders. That something was sold stays, for reports. */
export const forgetPurchases: Handler<ForgetPurchases> = ({ slot }, draft) => {
  for (const { field, record } of draft.get(purchasesOf(slot)) ?? []) {
    const lines = Object.entries(record.lines).map(([lineRef, line]) => [lineRef, goneOf(line)] as const);
    const nameless = { orderRef: "", revision: record.revision, lines: Object.fromEntries(lines) };
    draft.put({ kind: "purchase", owner: slot, field }, nameless);
  }
  return { ok: true };
};
