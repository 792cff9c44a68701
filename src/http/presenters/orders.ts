import type { LineOutcome, OrderRecord, UnmatchedCode } from "../../store/records/orders.ts";

/** What each code says. */
const SENTENCES: Readonly<Record<UnmatchedCode, string>> = {
  test_order: "test order",
  no_customer: "no such customer",
  variant_ambiguous: "several products have a variant of this reference",
  variant_unknown: "the variant is not known",
  no_wish: "no wish for this variant",
  wished_later: "wished after the order",
  bought_before: "bought before",
  wishlist_deleted: "the wishlist was deleted",
  undone: "cancelled or refunded",
  undone_wished_again: "cancelled or refunded; the wish had been made again",
  undone_reference_taken: "cancelled or refunded; another item has got the wish's reference",
};

/** The wish that a line bought, or why it bought none; empty while the line was not matched. */
function presentOutcome(outcome: LineOutcome | undefined): object {
  if (!outcome || "matched" in outcome) return outcome ?? {};
  return { reason: SENTENCES[outcome.code], reasonCode: outcome.code };
}

/** An order with what each line bought. */
export function presentOrder({
  matches,
  buyer: _1,
  revision: _2,
  former: _3,
  forgotten: _4,
  erased: _5,
  refundIds: _6,
  namedTime: _7,
  lines,
  ...order
}: OrderRecord): string {
  return JSON.stringify({
    ...order,
    lines: lines.map(({ renamedIn: _, ...line }) => ({ ...line, ...presentOutcome(matches[line.lineRef]) })),
  });
}
