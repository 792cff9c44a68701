import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { WishlistMeta } from "../../../store/records/records.ts";
import { refuse, refuseMismatch, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";

/** A wishlist that a command addresses. */
export interface Target {
  storeKey: string;
  wishlistId: string;
  wishlistRef?: string;
  ifMatch?: string[];
}

/** Returns the state key of a wishlist's metadata: its customer, its reference and its version. */
export const metaStateKey = (wishlistId: string): StateKey<"meta"> => ({ kind: "meta", id: wishlistId });

/**
 * Whether a wishlist is visible to the sender. The answer about another store's or a deleted wishlist is the same as
 * about a wishlist that does not exist.
 */
function isVisible(meta: WishlistMeta | null, target: Target): meta is WishlistMeta {
  return (
    meta !== null &&
    !meta.deleted &&
    meta.storeKey === target.storeKey &&
    (target.wishlistRef === undefined || meta.wishlistRef === target.wishlistRef)
  );
}

/** Returns the metadata of the wishlist that a command addresses, or why it cannot be changed. */
export function findMeta(draft: Draft, target: Target): WishlistMeta | Rejection {
  const meta = draft.get(metaStateKey(target.wishlistId));
  if (!isVisible(meta, target)) return refuse("ResourceNotFound", "There is no such wishlist.");
  return refuseMismatch("wishlist", meta.version, target.ifMatch) ?? meta;
}
