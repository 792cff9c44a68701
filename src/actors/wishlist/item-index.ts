import { itemRefName, variantIdsName, variantRefsName } from "../../store/keys/names.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { ItemRecord, ProductIdentity } from "../../store/records/records.ts";
import type { Draft } from "../state.ts";

type Indexed = Pick<ItemRecord, "product"> & { wishlistItemRef?: string | null | undefined };

/** Index terms under which an item with this product is found: one for its ids, one for its references. */
export function variantTerms(product: ProductIdentity): string[] {
  const { productId, selectedVariantId, productRef, selectedVariantRef } = product;
  const terms: string[] = [];
  if (productId !== undefined && selectedVariantId !== undefined) {
    terms.push(variantIdsName(productId, selectedVariantId));
  }
  if (productRef !== undefined && selectedVariantRef !== undefined) {
    terms.push(variantRefsName(productRef, selectedVariantRef));
  }
  return terms;
}

/** Name of the waiting list for this product's variant; empty if the product names no variant. */
export function waitingName(product: ProductIdentity): string {
  const terms = variantTerms(product);
  // By the references if there are any, because retailers know only these.
  return terms.at(-1) ?? "";
}

/** All index terms of an item. */
export function termsOf(item: Indexed): string[] {
  const terms = variantTerms(item.product);
  if (typeof item.wishlistItemRef === "string") terms.push(itemRefName(item.wishlistItemRef));
  return terms;
}

/** State key of the items of a wishlist under an index term. */
export const itemIndexKey = (wishlistId: string, term: string): StateKey<"itemIndex"> => ({
  kind: "itemIndex",
  id: wishlistId,
  field: term,
});

/** Numbers of the items that are indexed under a term, the oldest first. */
export function itemsUnder(draft: Draft, wishlistId: string, term: string): number[] {
  return draft.get(itemIndexKey(wishlistId, term)) ?? [];
}

/** Updates the index after a change of one item; null means no item. */
export function reindex(
  draft: Draft,
  wishlistId: string,
  number: number,
  before: Indexed | null,
  after: Indexed | null,
): void {
  const old = before ? termsOf(before) : [];
  const now = after ? termsOf(after) : [];
  draft.load([...old, ...now].map((term) => itemIndexKey(wishlistId, term)));
  for (const term of old) {
    if (now.includes(term)) continue;
    const rest = itemsUnder(draft, wishlistId, term).filter((other) => other !== number);
    draft.put(itemIndexKey(wishlistId, term), rest.length > 0 ? rest : null);
  }
  for (const term of now) {
    if (old.includes(term)) continue;
    const all = [...itemsUnder(draft, wishlistId, term), number].sort((a, b) => a - b);
    draft.put(itemIndexKey(wishlistId, term), all);
  }
}

/** Whether two identities name the same variant, as far as they can be compared. */
export function isSameVariant(a: ProductIdentity, b: ProductIdentity): boolean {
  const terms = new Set(variantTerms(a));
  return variantTerms(b).some((term) => terms.has(term));
}
