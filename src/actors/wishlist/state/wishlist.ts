import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import { MAX_CUSTOMER_WISHLISTS } from "../../../store/records/wishlist-meta.ts";
import { refuse, type Rejection } from "../../reply.ts";
import { claimStateKey } from "../../state/claim.ts";
import type { Draft } from "../../state/draft.ts";

/** Returns the state key of a wishlist's record, which callers see. */
export const recordStateKey = (wishlistId: string): StateKey<"record"> => ({
  kind: "record",
  id: wishlistId,
});
/** Returns the state key of all items of a wishlist, without removed items. */
export const itemsStateKey = (wishlistId: string): StateKey<"items"> => ({ kind: "items", id: wishlistId });
/** Returns the state key of all removed items of a wishlist. */
export const removedItemsStateKey = (wishlistId: string): StateKey<"removedItems"> => ({
  kind: "removedItems",
  id: wishlistId,
});

/** Returns the state key of all wishlists of a customer. */
export const wishlistsStateKey = (slot: string): StateKey<"wishlists"> => ({
  kind: "wishlists",
  id: slot,
  field: MAX_CUSTOMER_WISHLISTS,
});

/** Returns the state key of the number of a customer's wishlists. */
export const wishlistCountStateKey = (slot: string): StateKey<"wishlistCount"> => ({
  kind: "wishlistCount",
  id: slot,
});

/** Returns the state key of the stored answers about a wishlist or customer. */
export const answersStateKey = (id: string): StateKey<"answers"> => ({ kind: "answers", id });

/** Refuses a reference that another wishlist of the store has; undefined if the reference is granted. */
export function refuseTakenWishlistRef(
  draft: Draft,
  storeKey: string,
  wishlistId: string,
  value: string,
): Rejection | undefined {
  const claim = claimStateKey({ reference: "wishlistRef", storeKey, value, holder: wishlistId });
  if (draft.get(claim) === "granted") return undefined;
  return refuse("DuplicateReference", "Another wishlist has this wishlistRef.", "/wishlistRef");
}
