import type { WishlistMeta } from "./records.ts";
import { decoderOf } from "./decode.ts";

/** Stored as a JSON array in this order, because it is part of every read of a wishlist. */
type StoredMeta = [
  storeKey: string,
  slot: string | null,
  wishlistRef: string | null,
  lastNumber: number,
  count: number,
  version: string,
  deleted: 0 | 1,
];

const decodeStored = decoderOf<StoredMeta>("wishlist metadata");

/** The metadata of a wishlist as it is stored: a JSON array, for it is read with every write. */
export function encodeWishlistMeta({
  storeKey,
  slot,
  wishlistRef,
  lastNumber,
  count,
  version,
  deleted,
}: WishlistMeta): string {
  return JSON.stringify([
    storeKey,
    slot,
    wishlistRef,
    lastNumber,
    count,
    version,
    deleted ? 1 : 0,
  ] satisfies StoredMeta);
}

/** Reads what {@link encodeWishlistMeta} wrote. */
export function decodeWishlistMeta(text: string): WishlistMeta {
  const [storeKey, slot, wishlistRef, lastNumber, count, version, deleted] = decodeStored(text);
  return { storeKey, slot, wishlistRef, lastNumber, count, version, deleted: deleted === 1 };
}
