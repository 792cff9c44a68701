import type { Lookup } from "../../store/read/wishlist-lookup.ts";
import type { ItemPage, StoredPage } from "../../store/read/wishlist-pages.ts";

const COMMA = Buffer.from(",");
const OPEN_ITEMS = Buffer.from(',"wishlistItems":[');

/** Returns the JSON after the items of a page. */
function endOf({ items, lastItemId }: { items: unknown[]; lastItemId: string | undefined }): string {
  const last = lastItemId === undefined ? "" : `,"lastEvaluatedItemId":${JSON.stringify(lastItemId)}`;
  return `],"itemCount":${items.length}${last}}`;
}

function pushJoined(parts: Buffer[], items: readonly Buffer[]): void {
  for (const [i, item] of items.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(item);
  }
}

/** Appends a wishlist with a page of its items, joined from the stored JSON of both. */
function pushWishlist(parts: Buffer[], page: StoredPage): void {
  parts.push(page.record.subarray(0, -1), OPEN_ITEMS);
  pushJoined(parts, page.items);
  parts.push(Buffer.from(endOf(page)));
}

/** Presents a wishlist with a page of its items. */
export function presentWishlistPage(page: StoredPage): Buffer {
  const parts: Buffer[] = [];
  pushWishlist(parts, page);
  return Buffer.concat(parts);
}

/** Presents a page of a wishlist's items. */
export function presentItemPage(page: ItemPage): Buffer {
  const parts = [Buffer.from('{"wishlistItems":[')];
  pushJoined(parts, page.items);
  parts.push(Buffer.from(endOf(page)));
  return Buffer.concat(parts);
}

/** Presents a page of a customer's wishlists, each with the first page of its items. */
export function presentLookup({ wishlists }: Lookup): Buffer {
  const last = wishlists.at(-1);
  const cursor = last ? `"lastEvaluatedWishlistId":${JSON.stringify(last.id)},` : "";
  const parts = [Buffer.from(`{"wishlistCount":${wishlists.length},${cursor}"wishlist":[`)];
  for (const [i, wishlist] of wishlists.entries()) {
    if (i > 0) parts.push(COMMA);
    pushWishlist(parts, wishlist);
  }
  parts.push(Buffer.from("]}"));
  return Buffer.concat(parts);
}
