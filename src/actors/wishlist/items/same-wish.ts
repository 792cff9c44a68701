import { groupedBy } from "../../../collections/grouped.ts";
import { itemRefTerm } from "../../../store/keys/names.ts";
import type { ItemRecord, ProductIdentity, WishlistMeta } from "../../../store/records/records.ts";
import { textOf } from "../../record-text.ts";
import { isRefusal, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import { isSameVariant, itemIndexStateKey, itemsUnder, termsOf, variantTerms } from "../state/item-index.ts";
import { itemRefClaim, itemStateKey, refuseTakenItemRef } from "../state/item.ts";
import { findMeta, metaStateKey, type Target } from "../state/meta.ts";

/** A wishlist that receives items. */
export interface ReceivingList extends Target {
  /** The same variant may be on it several times. */
  allowDuplicates: boolean;
}

/** The fields that identify a wish on its list. */
type NamedWish = Pick<ItemRecord, "product"> & { wishlistItemRef?: string | null | undefined };

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Returns the terms under which the items may be indexed. If a wish occurs twice in one command, it is indexed under
 * the variant names of both.
 */
function termsOfAll(items: readonly NamedWish[]): string[][] {
  if (items.length === 1) return items.map(termsOf);
  const productByTerm = new Map<string, ProductIdentity>();
  return items.map((item) => {
    const own = variantTerms(item.product);
    const before = own.flatMap((term) => productByTerm.get(term) ?? []);
    const product = [...before, item.product].reduce((merged, next) => ({ ...merged, ...next }));
    const added = before.length > 0 ? variantTerms(product) : [];
    for (const term of [...own, ...added]) productByTerm.set(term, product);
    return [...termsOf(item), ...added];
  });
}

/**
 * Loads the wishlist, and the state that shows which of the wishes it already has: all of them together. Returns the
 * metadata of the wishlist, or why nothing can be added.
 */
export function loadWishlist(
  target: ReceivingList,
  items: readonly NamedWish[],
  draft: Draft,
): WishlistMeta | Rejection {
  const { wishlistId, storeKey } = target;
  const terms = termsOfAll(items);
  draft.load([metaStateKey(wishlistId), ...terms.flat().map((term) => itemIndexStateKey(wishlistId, term))]);
  const meta = findMeta(draft, target);
  if (isRefusal(meta)) return meta;
  const found = terms.map((itemTerms) => itemTerms.flatMap((term) => itemsUnder(draft, wishlistId, term)));
  draft.load([
    ...[...new Set(found.flat())].map((number) => itemStateKey(wishlistId, number)),
    ...items.flatMap(({ wishlistItemRef }) =>
      isText(wishlistItemRef) ? [itemRefClaim(storeKey, wishlistId, wishlistItemRef)] : [],
    ),
  ]);
  // Many items of a command may be for one variant, of which the list may have many wishes: each pair counts once.
  const joins = items.flatMap(({ product }, i) => {
    const numbers = found[i] ?? [];
    return numbers.length > 0 ? [{ product, numbers }] : [];
  });
  const changedTerms = [...groupedBy(joins, ({ product }) => textOf(product)).values()].flatMap((same) => {
    const product = same[0]?.product;
    return [...new Set(same.flatMap(({ numbers }) => numbers))].flatMap((number) => {
      const item = draft.get(itemStateKey(wishlistId, number));
      if (!item) return [];
      return [...termsOf(item), ...termsOf({ ...item, product: { ...item.product, ...product } })];
    });
  });
  draft.load([...new Set(changedTerms)].map((term) => itemIndexStateKey(wishlistId, term)));
  return meta;
}

/**
 * Returns the number of the item that is the same wish as `item`; undefined if there is none. An item with the same
 * reference is the same wish; refused if it is for another variant. Otherwise, an item for the same variant is the same
 * wish if one of the two has no reference.
 */
export function findSameWish(
  target: ReceivingList,
  item: NamedWish,
  draft: Draft,
): number | undefined | Rejection {
  const { wishlistId, allowDuplicates } = target;
  const { wishlistItemRef } = item;
  if (isText(wishlistItemRef)) {
    const [number] = itemsUnder(draft, wishlistId, itemRefTerm(wishlistItemRef));
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
