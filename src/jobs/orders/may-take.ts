import { mayChangePurchase } from "../../actors/order/mark-wish.ts";
import type { LineOutcome, OrderLine, PurchaseLine, UnmatchedCode } from "../../store/records/orders.ts";

/**
 * Reasons that other orders may have caused. A match does not see a wish that a purchase has removed from its list, so
 * it may have found only later wishes.
 */
const TAKEN: ReadonlySet<UnmatchedCode> = new Set<UnmatchedCode>([
  "bought_before",
  "no_wish",
  "wished_later",
]);

/**
 * Whether a line has bought fewer units of its wish than the line has, because the wish wanted no more, or other orders
 * had bought them.
 */
const isShort = (
  { quantity, refundedQuantity = 0 }: OrderLine,
  purchase: PurchaseLine | undefined,
): boolean => {
  const units = quantity - refundedQuantity;
  return purchase !== undefined && mayChangePurchase(purchase, { units }) && (purchase.taken ?? 1) < units;
};

/**
 * Whether a line may buy more of the wishes that are now open. A line without an outcome may have no wish in the end.
 *
 * @param purchase what the line has bought
 */
export const mayTake = (
  line: OrderLine,
  outcome: LineOutcome | undefined,
  purchase: PurchaseLine | undefined,
): boolean =>
  outcome === undefined || ("code" in outcome ? TAKEN.has(outcome.code) : isShort(line, purchase));
