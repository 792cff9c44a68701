import type { OrderLine } from "../../store/records/orders.ts";

/** The names of a variant, the most reliable first. */
const NAMES = ["variantId", "variantRef", "sku", "gtin", "productRef"] as const;

const differs = (before: OrderLine, now: OrderLine, name: (typeof NAMES)[number]) =>
  before[name] !== undefined && now[name] !== undefined && before[name] !== now[name];

/** Whether a line names another variant than before, by the most reliable name that both versions have. */
function namesAnother(before: OrderLine, now: OrderLine): boolean {
  const shared = NAMES.find((name) => before[name] !== undefined && now[name] !== undefined);
  if (shared === undefined) return false;
  // The same reference in another product is another variant.
  return differs(before, now, shared) || (shared === "variantRef" && differs(before, now, "productRef"));
}

/**
 * Returns a line of a newer version of an order. Names that the platform no longer sends (such as those of a deleted
 * product) stay known, unless the line now names another variant: then all former names are dropped, and `renamedIn` is
 * set.
 *
 * @param revision revision of the order with this line
 */
export function newerLine(before: OrderLine | undefined, now: OrderLine, revision: number): OrderLine {
  if (!before) return now;
  return namesAnother(before, now) ? { ...now, renamedIn: revision } : { ...before, ...now };
}
