import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { ItemRecord, ProductIdentity } from "../../../store/records/records.ts";
import type { Draft } from "../../state/draft.ts";
import { itemIndexStateKey, itemsUnder, variantTerms } from "./item-index.ts";
import { itemStateKey } from "./item.ts";
import { metaStateKey } from "./meta.ts";

/** Maximum number of index entries that one command reads: it must not block the partition. */
const MAX_INDEX_ENTRIES = 150_000;

/** A wish of a customer, with its place. */
export interface PlacedWish {
  wishlistId: string;
  number: number;
  itemId: string;
  item: ItemRecord;
}

/**
 * Returns the state key of the wishlists that are searched for index terms: all wishlists of a customer, or only the
 * oldest if there are very many terms.
 */
export const searchedWishlistsStateKey = (slot: string, terms: number): StateKey<"wishlists"> => ({
  kind: "wishlists",
  id: slot,
  field: Math.floor(MAX_INDEX_ENTRIES / Math.max(1, terms)),
});

/** Loads the items of wishlists that are indexed under these terms. */
export function loadItemsUnder(draft: Draft, wishlists: readonly string[], terms: readonly string[]): void {
  draft.load([
    ...wishlists.map(metaStateKey),
    ...wishlists.flatMap((wishlistId) => terms.map((term) => itemIndexStateKey(wishlistId, term))),
  ]);
  draft.load(
    wishlists.flatMap((wishlistId) =>
      terms
        .flatMap((term) => itemsUnder(draft, wishlistId, term))
        .map((number) => itemStateKey(wishlistId, number)),
    ),
  );
}

/** Finds the wishes for a variant on loaded wishlists, the oldest first. */
export function wishesIn(draft: Draft, wishlists: readonly string[], product: ProductIdentity): PlacedWish[] {
  const found = wishlists.flatMap((wishlistId) => {
    const numbers = new Set(variantTerms(product).flatMap((term) => itemsUnder(draft, wishlistId, term)));
    return [...numbers].flatMap((number) => {
      const item = draft.get(itemStateKey(wishlistId, number));
      return item ? [{ wishlistId, number, itemId: item.id, item }] : [];
    });
  });
  return found.sort((a, b) => (a.item.createdTime < b.item.createdTime ? -1 : 1));
}
