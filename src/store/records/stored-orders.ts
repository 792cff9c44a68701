import { decoderOf } from "./decode.ts";
import type { LineOutcome, OrderRecord, Purchase, UnmatchedCode, WishRemainder } from "./orders.ts";

/** The sentences that version 0.1.0 stored in place of codes. They must not change: orders are kept for years. */
const CODES: Readonly<Record<string, UnmatchedCode>> = {
  "test order": "test_order",
  "no such customer": "no_customer",
  "several products have a variant of this reference": "variant_ambiguous",
  "the variant is not known": "variant_unknown",
  "no wish for this variant": "no_wish",
  "wished after the order": "wished_later",
  "bought before": "bought_before",
  "the wishlist was deleted": "wishlist_deleted",
  "cancelled or refunded": "undone",
  "cancelled or refunded; the wish had been made again": "undone_wished_again",
  "cancelled or refunded; another item has got the wish's reference": "undone_reference_taken",
};
const REMAINDERS: Readonly<Record<string, WishRemainder>> = {
  "the wish had been made again": "wished_again",
  "another item has got the wish's reference": "reference_taken",
};

type StoredOutcome = LineOutcome | { reason: string };
type StoredOrder = Omit<OrderRecord, "matches"> & { matches: Record<string, StoredOutcome> };

const decodeStoredOrder = decoderOf<StoredOrder>("order", { needs: "matches" });
const decodeStoredPurchase = decoderOf<Purchase>("purchase", { needs: "orderRef" });

/** A sentence that is not known makes the line one that was not looked at: the order's next match decides it anew. */
function readOutcome(outcome: StoredOutcome): LineOutcome | undefined {
  if (!("reason" in outcome)) return outcome;
  const code = CODES[outcome.reason];
  return code && { code };
}

/**
 * Reads a stored order. In one of version 0.1.0 the sentences become codes; they are stored as codes when the order is
 * written again.
 */
export function decodeOrder(text: string): OrderRecord {
  const order = decodeStoredOrder(text);
  const outcomes = Object.entries(order.matches).flatMap(([lineRef, stored]) => {
    const outcome = readOutcome(stored);
    return outcome ? [[lineRef, outcome] as const] : [];
  });
  return { ...order, matches: Object.fromEntries(outcomes) };
}

/** Reads what is stored of an order's purchases. In a record of version 0.1.0 the sentences become codes. */
export function decodePurchase(text: string): Purchase {
  const purchase = decodeStoredPurchase(text);
  if (!purchase.undone) return purchase;
  const undone = Object.entries(purchase.undone).map(
    ([lineRef, stored]) => [lineRef, REMAINDERS[stored] ?? stored] as const,
  );
  return { ...purchase, undone: Object.fromEntries(undone) };
}
