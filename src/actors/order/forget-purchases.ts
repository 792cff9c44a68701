import type { Handler } from "../messages.ts";
import { purchasesOf } from "../wishlist/delete-wishlist.ts";
import type { ForgetPurchases } from "./messages.ts";

export const forgetPurchases: Handler<ForgetPurchases> = {
  reads: ({ slot }) => [purchasesOf(slot)],

  decide({ slot }, draft) {
    for (const { field } of draft.get(purchasesOf(slot)) ?? [])
      draft.put({ kind: "purchase", of: slot, field }, null);
    return { ok: true };
  },
};
