import type { ProductIdentity } from "../../store/records/records.ts";
import type { CountsOf, OfWishlist } from "./event-base.ts";

/** The events about wishlists and their items. */
export type EventOfWishlist =
  | WishlistCreated
  | WishlistUpdated
  | WishlistDeleted
  | WishlistClaimed
  | ItemAdded
  | ItemUpdated
  | ItemRemoved
  | ItemRemovedByPurchase
  | ItemMovedAway
  | ItemPurchased
  | PurchaseReverted;

interface WishlistCreated extends OfWishlist {
  type: "wishlist.created";
}

interface WishlistUpdated extends OfWishlist {
  type: "wishlist.updated";
  /** Whether the wishlist has become private or public. */
  visibility?: "private" | "public";
}

interface WishlistDeleted extends OfWishlist {
  type: "wishlist.deleted";
  /**
   * Slot key of the former customer or guest; absent if the wishlist did not name one any more. It identifies a person
   * only as long as the customer exists.
   */
  ownerKey?: string;
}

/** A customer claims the wishlist of a guest: it is hidden until the claim is decided. */
interface WishlistClaimed extends OfWishlist {
  type: "wishlist.claimed";
  counted: CountsOf<"moved">;
}

/** An event about an item: a wish of a customer or a guest. */
export interface OfItem extends OfWishlist {
  itemId: string;
  product: ProductIdentity;
}

interface ItemAdded extends OfItem {
  type: "wishlist.item.added";
  /** Location of the wish. */
  locationRef?: string;
  /** Whether the wish belongs to a guest. */
  isGuest?: true;
  /** The item that this one was moved from; absent for a new wish, also for a copy. */
  movedFrom?: string;
  /** With `movedFrom`. */
  counted?: CountsOf<"arrived">;
  /** Since when a wish from another list waits, ISO 8601: its position in the waiting list. */
  waitingSince?: string;
}

interface ItemUpdated extends OfItem {
  type: "wishlist.item.updated";
  /** Absent if reports count the wish as before. */
  counted?: CountsOf<"wish">;
  /** Whether the wish belongs to a guest. */
  isGuest?: true;
  /** Whether the item was for another variant before. */
  hasMoved?: true;
  /** Since when an item waits that was joined with one from another list, ISO 8601: its position in the waiting list. */
  waitingSince?: string;
  /** When the item was created, ISO 8601. With `waitingSince`. */
  createdTime?: string;
}

/** A request removed an item. */
export interface ItemRemoved extends OfItem {
  type: "wishlist.item.removed";
  purchasedAndRemoved: boolean;
  counted?: CountsOf<"wish">;
}

/** An item left its list because it was purchased. {@link ItemPurchased} reports the purchase, and what it counts. */
interface ItemRemovedByPurchase extends OfItem {
  type: "wishlist.item.removed";
  /** As in {@link ItemPurchased}. */
  orderKey: string;
  purchasedAndRemoved: true;
}

/** An item left for another list. */
export interface ItemMovedAway extends OfItem {
  type: "wishlist.item.removed";
  /** The item on the other list. */
  movedTo: string;
  /** When the item that left was created, ISO 8601. */
  createdTime: string;
  counted?: CountsOf<"moved">;
}

interface ItemPurchased extends OfItem {
  type: "wishlist.item.purchased";
  /** Slot key of the order. Events about a wish do not have the order's reference, so that an erasure removes the link. */
  orderKey: string;
  /** When the item was bought, ISO 8601. */
  purchasedDate: string;
  /** Absent if reports count the wish as before. */
  counted?: CountsOf<"wish">;
}

interface PurchaseReverted extends OfItem {
  type: "wishlist.item.purchase_reverted";
  /** As in {@link ItemPurchased}. */
  orderKey: string;
  /** Absent if reports count the wish as before. */
  counted?: CountsOf<"wish">;
}
