import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import { refuse, type Rejection } from "../../reply.ts";
import { claimStateKey } from "../../state/claim.ts";
import type { Draft } from "../../state/draft.ts";

/** Returns the state key of an item of a wishlist. */
export const itemStateKey = (wishlistId: string, number: number): StateKey<"item"> => ({
  kind: "item",
  id: wishlistId,
  field: number,
});

/** Returns the state key of an item that was removed from its list. */
export const removedStateKey = (wishlistId: string, number: number): StateKey<"removed"> => ({
  kind: "removed",
  id: wishlistId,
  field: number,
});

/**
 * Returns the state key of the claim of an item reference, which several wishlists may have. The claim enters the
 * store's index before the commit.
 */
export const itemRefClaim = (storeKey: string, wishlistId: string, value: string) =>
  claimStateKey({ reference: "itemRef", storeKey, value, holder: wishlistId });

/** Adds an item's reference to the store's index, if a change gives the item another reference. */
export function indexRef(draft: Draft, storeKey: string, before: ItemRecord | null, after: ItemRecord): void {
  const { wishlistId, wishlistItemRef } = after;
  if (wishlistItemRef === undefined || wishlistItemRef === before?.wishlistItemRef) return;
  draft.get(itemRefClaim(storeKey, wishlistId, wishlistItemRef));
}

/** Releases an item's reference, if the item loses it by a change. `after` is absent if the item is removed. */
export function releaseRef(draft: Draft, storeKey: string, before: ItemRecord, after?: ItemRecord): void {
  const { wishlistId: holder, wishlistItemRef: value } = before;
  if (value !== undefined && value !== after?.wishlistItemRef)
    draft.release({ reference: "itemRef", storeKey, value, holder });
}

/** Refuses a reference that another item of the list has. */
export const refuseTakenItemRef = (): Rejection =>
  refuse("DuplicateReference", "Another item of the wishlist has this wishlistItemRef.", "/wishlistItemRef");
