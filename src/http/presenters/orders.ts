import {
  type LineOutcome,
  modifiedTimeOf,
  type OrderRecord,
  sentFieldsOf,
  type UnmatchedCode,
} from "../../store/records/orders.ts";

/** The reason in words for each code. */
const SENTENCES: Readonly<Record<UnmatchedCode, string>> = {
  test_order: "test order",
  no_customer: "no such customer",
  variant_ambiguous:
    "several products have a variant with this reference, or too many variants have this code",
  variant_unknown: "the variant is not known",
  no_wish: "no wish for this variant",
  wished_later: "wished after the order",
  bought_before: "bought before",
  wishlist_deleted: "the wishlist was deleted",
  undone: "cancelled or refunded",
  undone_wished_again: "cancelled or refunded, after the customer had added the wish again",
  undone_reference_taken: "cancelled or refunded, after another item had taken the wish's reference",
};

/** Presents the wish that a line bought, or why it bought none; empty until the line is matched. */
function presentOutcome(outcome: LineOutcome | undefined): object {
  if (!outcome || "matched" in outcome) return outcome ?? {};
  return { reason: SENTENCES[outcome.code], reasonCode: outcome.code };
}

/** Presents what the sender of an order gave, with the outcome of each line. */
export function presentOrder(order: OrderRecord): string {
  const { lines, refundIds: _, ...fields } = sentFieldsOf(order);
  const { matches, receivedTime } = order;
  return JSON.stringify({
    ...fields,
    receivedTime,
    modifiedTime: modifiedTimeOf(order),
    lines: lines.map(({ renamedIn: _renamed, ...line }) => ({
      ...line,
      ...presentOutcome(matches[line.lineRef]),
    })),
  });
}
