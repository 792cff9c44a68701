import type { Handler } from "../handler.ts";
import { purchasesStateKey, purchaseStateKey } from "../state/ledger.ts";
import { withoutWish } from "../wishlist/list/unlink-purchases.ts";
import type { ForgetPurchases } from "./messages.ts";

/** Removes the links to wishes and orders from a customer's ledger. The sales stay, for reports. */
export const forgetPurchases: Handler<ForgetPurchases> = ({ slot, orderKeys }, draft) => {
  const fields = orderKeys ?? (draft.get(purchasesStateKey(slot)) ?? []).map(({ field }) => field);
  draft.load(fields.map((field) => purchaseStateKey(slot, field)));
  for (const field of fields) {
    const record = draft.get(purchaseStateKey(slot, field));
    if (!record) continue;
    const lines = Object.entries(record.lines).map(
      ([lineRef, line]) => [lineRef, withoutWish(line)] as const,
    );
    const nameless = { orderRef: "", revision: record.revision, lines: Object.fromEntries(lines) };
    draft.put(purchaseStateKey(slot, field), nameless);
  }
  return { ok: true };
};
