import type { Head } from "./records.ts";

/**
 * A head is stored as a JSON array, in this order: it stands in front of every wishlist, and is read with all that
 * is read of it.
 */
type Stored = [
  storeKey: string,
  slot: string | null,
  wishlistRef: string | null,
  lastNumber: number,
  count: number,
  version: string,
  deleted: 0 | 1,
];

/** The head of a wishlist as it is stored: a JSON array, for it is read with every write. */
export function encodeHead({
  storeKey,
  slot,
  wishlistRef,
  lastNumber,
  count,
  version,
  deleted,
}: Head): string {
  return JSON.stringify([
    storeKey,
    slot,
    wishlistRef,
    lastNumber,
    count,
    version,
    deleted ? 1 : 0,
  ] satisfies Stored);
}

/** Reads what {@link encodeHead} wrote. */
export function decodeHead(text: string): Head {
  const [storeKey, slot, wishlistRef, lastNumber, count, version, deleted] = JSON.parse(text) as Stored;
  return { storeKey, slot, wishlistRef, lastNumber, count, version, deleted: deleted === 1 };
}
