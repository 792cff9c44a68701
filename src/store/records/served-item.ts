import { decodeItem, type ItemRecord, type WishlistMeta } from "./records.ts";

/** What the reference of an item follows from. */
export type ItemHolder = Pick<WishlistMeta, "wishlistRef" | "hasFormerRefs">;

/**
 * Returns a stored item as it is served: with the present reference of its wishlist; the same object if it has that. A
 * change of the reference does not rewrite the items: a list may have very many, and other callers of Redis would wait.
 * A removed item keeps the reference of the time of its removal.
 */
export function servedItem(stored: ItemRecord, { wishlistRef, hasFormerRefs }: ItemHolder): ItemRecord {
  if (!hasFormerRefs || "deletedTime" in stored || (stored.wishlistRef ?? null) === wishlistRef)
    return stored;
  if (wishlistRef !== null) return { ...stored, wishlistRef };
  const { wishlistRef: _, ...others } = stored;
  return others;
}

/** Returns the decoder of the items of a wishlist, also of removed ones, which returns them as they are served. */
export const itemDecoderFor =
  (holder: ItemHolder) =>
  (text: string): ItemRecord =>
    servedItem(decodeItem(text), holder);
