import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { WishlistMeta } from "../../../store/records/records.ts";
import { isOfGuest } from "../../../store/records/wishlist-meta.ts";

/** Maximum number of items of a guest's wishlist: one command hands over all of them. */
export const MAX_GUEST_ITEMS = 500;

/** Returns the state key of the guest of a wishlist. */
export const guestStateKey = (wishlistId: string): StateKey<"guest"> => ({ kind: "guest", id: wishlistId });

/**
 * Returns the mark of an event about a guest's wish. Such a wish enters no waiting list, because there is no customer
 * to alert.
 */
export const guestMark = (meta: WishlistMeta): { isGuest?: true } =>
  isOfGuest(meta) ? { isGuest: true } : {};
