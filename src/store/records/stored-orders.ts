import { decoderOf } from "./decode.ts";
import type { LineOutcome, OrderRecord, Purchase, UnmatchedCode, WishRemainder } from "./orders.ts";

/**
 * The sentences that version 0.1.0 stored instead of codes. They must not change, because orders are kept for years.
 */
const CODES: ReadonlyMap<string, UnmatchedCode> = new Map([
  ["test order", "test_order"],
  ["no such customer", "no_customer"],
  ["several products have a variant of this reference", "variant_ambiguous"],
  ["the variant is not known", "variant_unknown"],
  ["no wish for this variant", "no_wish"],
  ["wished after the order", "wished_later"],
  ["bought before", "bought_before"],
  ["the wishlist was deleted", "wishlist_deleted"],
  ["cancelled or refunded", "undone"],
  ["cancelled or refunded; the wish had been made again", "undone_wished_again"],
  ["cancelled or refunded; another item has got the wish's reference", "undone_reference_taken"],
]);
const REMAINDERS: ReadonlyMap<string, WishRemainder> = new Map([
  ["the wish had been made again", "wished_again"],
  ["another item has got the wish's reference", "reference_taken"],
]);

type StoredOutcome = LineOutcome | { reason: string };
type StoredOrder = Omit<OrderRecord, "matches"> & { matches: Record<string, StoredOutcome> };

const decodeStoredOrder = decoderOf<StoredOrder>("order", { needs: "matches" });
const decodeStoredPurchase = decoderOf<Purchase>("purchase", { needs: "orderRef" });

/**
 * Decodes the outcome of a line. A line with an unknown sentence counts as not matched yet: the next match of the order
 * decides it again.
 */
function readOutcome(outcome: StoredOutcome): LineOutcome | undefined {
  if (!("reason" in outcome)) return outcome;
  const code = CODES.get(outcome.reason);
  return code && { code };
}

/**
 * Reads a stored order. The sentences of an order of version 0.1.0 become codes, and are stored as codes when the order
 * is written again.
 */
export function decodeOrder(text: string): OrderRecord {
  const order = decodeStoredOrder(text);
  const outcomes = Object.entries(order.matches).flatMap(([lineRef, stored]) => {
    const outcome = readOutcome(stored);
    return outcome ? [[lineRef, outcome] as const] : [];
  });
  return { ...order, matches: Object.fromEntries(outcomes) };
}

/** Reads the stored purchases of an order. The sentences of a record of version 0.1.0 become codes. */
export function decodePurchase(text: string): Purchase {
  const purchase = decodeStoredPurchase(text);
  if (!purchase.undone) return purchase;
  const undone = Object.entries(purchase.undone).map(
    ([lineRef, stored]) => [lineRef, REMAINDERS.get(stored) ?? stored] as const,
  );
  return { ...purchase, undone: Object.fromEntries(undone) };
}
