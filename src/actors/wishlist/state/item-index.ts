import { itemRefTerm, variantIdsTerm, variantRefsTerm } from "../../../store/keys/names.ts";
import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { ItemRecord, ProductIdentity } from "../../../store/records/records.ts";
import type { Draft } from "../../state/draft.ts";

type Indexed = Pick<ItemRecord, "product"> & { wishlistItemRef?: string | null | undefined };

/** Returns the index terms of an item with this product: one for the ids, one for the references. */
export function variantTerms(product: ProductIdentity): string[] {
  const { productId, selectedVariantId, productRef, selectedVariantRef } = product;
  const terms: string[] = [];
  if (productId !== undefined && selectedVariantId !== undefined) {
    terms.push(variantIdsTerm(productId, selectedVariantId));
  }
  if (productRef !== undefined && selectedVariantRef !== undefined) {
    terms.push(variantRefsTerm(productRef, selectedVariantRef));
  }
  return terms;
}

/** Returns the name of the waiting list for this product's variant; empty if the product names no variant. */
export function waitingName(product: ProductIdentity): string {
  const terms = variantTerms(product);
  // The references come last and are preferred, because retailers have only these.
  return terms.at(-1) ?? "";
}

/** Returns all index terms of an item. */
export function termsOf(item: Indexed): string[] {
  const terms = variantTerms(item.product);
  if (typeof item.wishlistItemRef === "string") terms.push(itemRefTerm(item.wishlistItemRef));
  return terms;
}

/** Returns the state key of the items of a wishlist under an index term. */
export const itemIndexStateKey = (wishlistId: string, term: string): StateKey<"itemIndex"> => ({
  kind: "itemIndex",
  id: wishlistId,
  field: term,
});

/** Returns the numbers of the items that are indexed under a term, the oldest first. */
export function itemsUnder(draft: Draft, wishlistId: string, term: string): number[] {
  return draft.get(itemIndexStateKey(wishlistId, term)) ?? [];
}

/** Updates the index after a change of one item. `before` is null for a new item, `after` for a removed one. */
export function reindex(
  draft: Draft,
  wishlistId: string,
  number: number,
  before: Indexed | null,
  after: Indexed | null,
): void {
  const oldTerms = before ? termsOf(before) : [];
  const newTerms = after ? termsOf(after) : [];
  draft.load([...oldTerms, ...newTerms].map((term) => itemIndexStateKey(wishlistId, term)));
  for (const term of oldTerms) {
    if (newTerms.includes(term)) continue;
    const others = itemsUnder(draft, wishlistId, term).filter((other) => other !== number);
    draft.put(itemIndexStateKey(wishlistId, term), others.length > 0 ? others : null);
  }
  for (const term of newTerms) {
    if (oldTerms.includes(term)) continue;
    const numbers = [...itemsUnder(draft, wishlistId, term), number].sort((a, b) => a - b);
    draft.put(itemIndexStateKey(wishlistId, term), numbers);
  }
}

/** Returns a predicate: whether an identity names one of these variants, as far as they can be compared. */
export function isOneOf(variants: readonly ProductIdentity[]): (variant: ProductIdentity) => boolean {
  const terms = new Set(variants.flatMap(variantTerms));
  return (variant) => variantTerms(variant).some((term) => terms.has(term));
}

/** Whether two identities name the same variant, as far as they can be compared. */
export const isSameVariant = (a: ProductIdentity, b: ProductIdentity): boolean => isOneOf([a])(b);
