import type { ProductIdentity } from "../../../store/records/records.ts";
import type { ProductChange } from "../messages.ts";

/** The two ways to name a variant. */
const PAIRS = [
  ["productId", "selectedVariantId"],
  ["productRef", "selectedVariantRef"],
] as const;

/** Whether a name is given, and is another one than the known name. */
const differs = (given: string | undefined, known: string | undefined) =>
  given !== undefined && known !== undefined && given !== known;

/**
 * Returns a change of a wish's product without names of the current variant that the sender has only sent back. A client
 * may read a wish, change its ids or its references, and send all of it: the other names are then those of the variant
 * that the wish is to leave.
 */
export function withoutFormerNames(current: ProductIdentity, change: ProductChange): ProductChange {
  const isMoved = ([product, variant]: (typeof PAIRS)[number]) =>
    differs(change[product], current[product]) || differs(change[variant], current[variant]);
  const moved = PAIRS.filter(isMoved);
  const [pair] = moved;
  if (pair === undefined || moved.length === PAIRS.length) return change;
  const isOtherProduct = differs(change[pair[0]], current[pair[0]]);
  const [product, variant] = pair === PAIRS[0] ? PAIRS[1] : PAIRS[0];
  const former = isOtherProduct ? [product, variant] : [variant];
  return Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => !former.some((each) => each === name && value === current[each]),
    ),
  );
}
