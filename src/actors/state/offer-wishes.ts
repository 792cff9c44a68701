import { defined } from "../../collections/defined.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { ForSlot } from "../address.ts";
import type { Draft } from "./draft.ts";

/** Maximum number of variants in an event. If there are more, any wish may be meant. */
const MAX_OFFERED = 100;

/** Returns each variant once; undefined if one is unknown, because any wish may be meant then. */
export function distinctVariants(
  products: readonly (ProductIdentity | undefined)[],
): ProductIdentity[] | undefined {
  const variants = new Map<string, ProductIdentity>();
  for (const product of products) {
    if (product === undefined) return undefined;
    variants.set(JSON.stringify(product), product);
  }
  return [...variants.values()];
}

/**
 * Offers open wishes of a customer to the customer's orders: some wishes are older than these orders, and were not open
 * or not the customer's when the orders came.
 *
 * @param products the product of each wish; undefined for one that is unknown
 */
export function offerWishes(
  draft: Draft,
  { storeKey, key }: Pick<ForSlot, "storeKey" | "key">,
  products: readonly (ProductIdentity | undefined)[],
  { time }: { time: string },
): void {
  if (products.length === 0) return;
  const variants = distinctVariants(products);
  const offered = variants && variants.length <= MAX_OFFERED ? variants : undefined;
  draft.emit({ type: "order.match_offered", storeKey, time, customerKey: key, ...defined({ offered }) });
}
