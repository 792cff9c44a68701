import type { CopiedPrice, MoveItems } from "../../actors/wishlist/messages.ts";
import type { Products } from "../../store/read/products.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import { decodeItem } from "../../store/records/records.ts";
import { completeWish } from "./complete-item.ts";

interface PriceReads {
  products: Pick<Products, "hasCatalogue" | "variantIn" | "variantsWith">;
  wishlists: Pick<Wishlists, "itemAt" | "numberOfRef">;
}

/**
 * Reads the current prices of items that are to be copied: a copy is a new wish. Each is undefined if the item does not
 * exist, or if the catalogue has no price for it.
 */
export const copiedPrices = (
  { products, wishlists }: PriceReads,
  storeKey: string,
  list: { partition: number; wishlistId: string },
  items: MoveItems["items"],
): Promise<(CopiedPrice | undefined)[]> =>
  Promise.all(
    items.map(async (name) => {
      const number =
        typeof name === "number" ? name : await wishlists.numberOfRef(storeKey, list.wishlistId, name);
      const found = number === undefined ? undefined : await wishlists.itemAt(storeKey, { ...list, number });
      if (!found) return undefined;
      const { product } = decodeItem(found.item.toString());
      const { priceWhenAdded: price } = await completeWish(products, storeKey, { product });
      return price && { product, price };
    }),
  );
