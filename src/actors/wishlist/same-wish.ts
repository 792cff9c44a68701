import { itemRefName } from "../../store/keys/names.ts";
import type { ItemRecord, ProductIdentity, WishlistMeta } from "../../store/records/records.ts";
import type { Rejection } from "../reply.ts";
import type { Draft } from "../state.ts";
import { isSameVariant, itemIndexKey, itemsUnder, termsOf, variantTerms } from "./item-index.ts";
import { itemRefClaim, itemStateKey, refuseTakenItemRef } from "./item-state.ts";
import { findMeta, isRefusal, metaKey, type Target } from "./wishlist-meta.ts";

/** A wishlist that gets items. */
export interface ReceivingList extends Target {
  /** The same variant may be on it several times. */
  allowDuplicates: boolean;
}

/** What identifies a wish on its list. */
type NamedWish = Pick<ItemRecord, "product"> & { wishlistItemRef?: string | null | undefined };

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Terms under which the items may be indexed. A wish that occurs twice in one command is indexed under the variant
 * names of both.
 */
function termsOfAll(items: readonly NamedWish[]): string[][] {
  if (items.length === 1) return items.map(termsOf);
  const said = new Map<string, ProductIdentity>();
  return items.map((item) => {
    const before = variantTerms(item.product).flatMap((term) => said.get(term) ?? []);
    const product = [...before, item.product].reduce((all, each) => ({ ...all, ...each }));
    for (const term of variantTerms(product)) said.set(term, product);
    return [...termsOf(item), ...(before.length > 0 ? variantTerms(product) : [])];
  });
}

/**
 * Loads the wishlist, and the state that shows whether it already has the wishes, for all of them together. Returns its
 * metadata, or why nothing can be added.
 */
export function loadWishlist(
  target: ReceivingList,
  items: readonly NamedWish[],
  draft: Draft,
): WishlistMeta | Rejection {
  const { wishlistId, storeKey } = target;
  const terms = termsOfAll(items);
  draft.load([metaKey(wishlistId), ...terms.flat().map((term) => itemIndexKey(wishlistId, term))]);
  const meta = findMeta(draft, target);
  if (isRefusal(meta)) return meta;
  const found = terms.map((each) => each.flatMap((term) => itemsUnder(draft, wishlistId, term)));
  draft.load([
    ...found.flat().map((number) => itemStateKey(wishlistId, number)),
    ...items.flatMap(({ wishlistItemRef }) =>
      isText(wishlistItemRef) ? [itemRefClaim(storeKey, wishlistId, wishlistItemRef)] : [],
    ),
  ]);
  draft.load(
    found.flatMap((numbers, i) =>
      numbers.flatMap((number) => {
        const item = draft.get(itemStateKey(wishlistId, number));
        if (!item) return [];
        const next = { ...item, product: { ...item.product, ...items[i]?.product } };
        return [...termsOf(item), ...termsOf(next)].map((term) => itemIndexKey(wishlistId, term));
      }),
    ),
  );
  return meta;
}

/**
 * Number of the item that is the same wish as `item`, or why there can be none. An item reference decides
 * first; without one that differs, the same product and variant are the same wish.
 */
export function findSameWish(
  target: ReceivingList,
  item: NamedWish,
  draft: Draft,
): number | undefined | Rejection {
  const { wishlistId, allowDuplicates } = target;
  const { wishlistItemRef } = item;
  if (isText(wishlistItemRef)) {
    const [number] = itemsUnder(draft, wishlistId, itemRefName(wishlistItemRef));
    if (number !== undefined) {
      const holder = draft.get(itemStateKey(wishlistId, number));
      if (holder && isSameVariant(holder.product, item.product)) return number;
      return refuseTakenItemRef();
    }
  }
  if (allowDuplicates) return undefined;
  return variantTerms(item.product)
    .flatMap((term) => itemsUnder(draft, wishlistId, term))
    .find((number) => {
      const ref = draft.get(itemStateKey(wishlistId, number))?.wishlistItemRef;
      return ref === undefined || !isText(wishlistItemRef);
    });
}
