import { defined } from "../../collections/defined.ts";
import { timeOfVersion } from "../ids/entry-id.ts";
import { listDecoderOf, Undecodable } from "./decode.ts";
import type { GuestRecord } from "./guests.ts";
import type { WishlistMeta } from "./records.ts";

/** Maximum number of wishlists that the setting CUSTOMER_WISHLISTS may allow a customer. */
export const MAX_CUSTOMER_WISHLISTS = 10_000;

/** The stored metadata: a JSON array in this order, which is short because every read of a wishlist includes it. */
type StoredMeta = [
  storeKey: string,
  slot: string | null,
  wishlistRef: string | null,
  lastNumber: number,
  count: number,
  version: string,
  /**
   * 1 for a deleted wishlist; 2 for one whose items may be stored with a former reference. A deleted wishlist has no
   * reference, so it needs no fourth state.
   */
  state: 0 | 1 | 2,
  /** Only for a wishlist of a guest. */
  maxGuestItems?: number,
];

const decodeStored = listDecoderOf<StoredMeta>("wishlist metadata");

/** Encodes the metadata of a wishlist for the store. */
export function encodeWishlistMeta({
  storeKey,
  slot,
  wishlistRef,
  lastNumber,
  count,
  version,
  deleted,
  hasFormerRefs,
  maxGuestItems,
}: WishlistMeta): string {
  const state = deleted ? 1 : hasFormerRefs ? 2 : 0;
  const stored: StoredMeta = [storeKey, slot, wishlistRef, lastNumber, count, version, state];
  if (maxGuestItems !== undefined) stored.push(maxGuestItems);
  return JSON.stringify(stored);
}

/**
 * Whether metadata may say that items have a former reference. False for most metadata, which then need not be decoded.
 */
export const mayHaveFormerRefs = (text: string): boolean => /,2(?:,\d+)?\]$/.test(text);

/** Whether metadata are those of a tenant's wishlist, also if the rest of the text cannot be decoded. */
export const isMetaOf = (text: string, tenant: string): boolean => text.startsWith(`["${tenant}/`);

/** Decodes metadata that {@link encodeWishlistMeta} has encoded. */
export function decodeWishlistMeta(text: string): WishlistMeta {
  const stored = decodeStored(text);
  if (!Array.isArray(stored)) throw new Undecodable("wishlist metadata", "an array");
  const [storeKey, slot, wishlistRef, lastNumber, count, version, state, maxGuestItems] = stored;
  return {
    storeKey,
    slot,
    wishlistRef,
    lastNumber,
    count,
    version,
    deleted: state === 1,
    ...(state === 2 ? { hasFormerRefs: true as const } : {}),
    ...defined({ maxGuestItems }),
  };
}

/**
 * Whether a wishlist is deleted permanently. A guest's wishlist that a claim has hidden is not: it looks deleted, but
 * keeps its address and may be shown again.
 */
export const isGone = ({ deleted, slot }: Pick<WishlistMeta, "deleted" | "slot">): boolean =>
  deleted && slot === null;

/** Whether a running claim has hidden the wishlist: its items may already be on a wishlist of the customer. */
export const isHidden = ({ deleted, slot }: Pick<WishlistMeta, "deleted" | "slot">): boolean =>
  deleted && slot !== null;

/** Whether a wishlist belongs to a guest: there is no customer to alert or to export, and no consent. */
export const isOfGuest = ({ maxGuestItems }: Pick<WishlistMeta, "maxGuestItems">): boolean =>
  maxGuestItems !== undefined;

/**
 * Returns when a guest's wishlist was last used, in milliseconds since 1970: its last change, or the last use of its
 * token.
 */
export const lastUseOf = (
  { usedTime }: Pick<GuestRecord, "usedTime">,
  { version }: Pick<WishlistMeta, "version">,
): number => Math.max(Date.parse(usedTime), timeOfVersion(version));
