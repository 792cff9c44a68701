import { defined } from "../defined.ts";
import { timeOfVersion } from "../ids.ts";
import { listDecoderOf, Undecodable } from "./decode.ts";
import type { GuestRecord } from "./guests.ts";
import type { WishlistMeta } from "./records.ts";

/** Wishlists that the setting CUSTOMER_WISHLISTS may allow a customer. */
export const MAX_CUSTOMER_WISHLISTS = 10_000;

/** Stored as a JSON array in this order, because it is part of every read of a wishlist. */
type StoredMeta = [
  storeKey: string,
  slot: string | null,
  wishlistRef: string | null,
  lastNumber: number,
  count: number,
  version: string,
  deleted: 0 | 1,
  /** Only of a wishlist of a guest. */
  maxItems?: number,
];

const decodeStored = listDecoderOf<StoredMeta>("wishlist metadata");

/** The metadata of a wishlist as it is stored: a JSON array, for it is read with every write. */
export function encodeWishlistMeta({
  storeKey,
  slot,
  wishlistRef,
  lastNumber,
  count,
  version,
  deleted,
  maxItems,
}: WishlistMeta): string {
  const stored: StoredMeta = [storeKey, slot, wishlistRef, lastNumber, count, version, deleted ? 1 : 0];
  if (maxItems !== undefined) stored.push(maxItems);
  return JSON.stringify(stored);
}

/** Reads what {@link encodeWishlistMeta} wrote. */
export function decodeWishlistMeta(text: string): WishlistMeta {
  const stored = decodeStored(text);
  if (!Array.isArray(stored)) throw new Undecodable("wishlist metadata", "array");
  const [storeKey, slot, wishlistRef, lastNumber, count, version, deleted, maxItems] = stored;
  return {
    ...{ storeKey, slot, wishlistRef, lastNumber, count, version, deleted: deleted === 1 },
    ...defined({ maxItems }),
  };
}

/**
 * Whether a wishlist is deleted for good. A wishlist of a guest that a claim has hidden is not: it looks deleted, but keeps
 * its address, and may be shown again.
 */
export const isGone = ({ deleted, slot }: Pick<WishlistMeta, "deleted" | "slot">): boolean =>
  deleted && slot === null;

/** Whether a claim on its way has hidden the wishlist: its items may be on the customer's already. */
export const isHidden = ({ deleted, slot }: Pick<WishlistMeta, "deleted" | "slot">): boolean =>
  deleted && slot !== null;

/** Whether a wishlist is a guest's: there is no customer to alert, to export, or whose consent would count. */
export const isOfGuest = ({ maxItems }: Pick<WishlistMeta, "maxItems">): boolean => maxItems !== undefined;

/** When a guest's wishlist was last used, in milliseconds: its last change, or the last use of its token. */
export const lastUseOf = (
  { usedTime }: Pick<GuestRecord, "usedTime">,
  { version }: Pick<WishlistMeta, "version">,
): number => Math.max(Date.parse(usedTime), timeOfVersion(version));
