import type { Catalogue } from "./catalogue.ts";
import { type Client, Refused } from "./client.ts";
import type { Plan } from "./load.ts";

const PAGE_SIZE = 5;

interface Item {
  id: string;
  product: { productRef: string; selectedVariantRef: string };
}
interface Items {
  itemCount: number;
  lastEvaluatedItemId?: string;
  wishlistItems: Item[];
}
interface Wishlists {
  wishlistCount: number;
  wishlist: (Items & { id: string; name: string })[];
}

/** Walks through what a storefront does with one customer's wishes, and tells each step with `say`. */
export async function walkThrough(
  client: Client,
  { products }: Catalogue,
  { lists }: Plan,
  say: (line: string) => void,
): Promise<void> {
  const canChange = (ref: string) => (products.get(ref)?.length ?? 0) > 1;
  const longest = lists
    .filter(({ wishes }) => wishes.some(({ productRef }) => canChange(productRef)))
    .sort((a, b) => b.wishes.length - a.wishes.length)[0];
  if (!longest) throw new Error("no wish of this catalogue has a second variant");
  const { customerRef, wishlistRef } = longest;

  const found = await client.send<Wishlists>("GET", `/wishlists/lookup?customerRef=${customerRef}`);
  say(`Lookup: ${customerRef} has ${found.wishlistCount} wishlists`);
  for (const { name, itemCount } of found.wishlist) say(`  ${name}: ${itemCount} wishes`);

  const items: Item[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: Items = await client.send(
      "GET",
      `/wishlist/items?wishlistRef=${wishlistRef}&pageSize=${PAGE_SIZE}${cursor}`,
    );
    items.push(...page.wishlistItems);
    say(`Paging: ${page.itemCount} items of ${wishlistRef}, ${items.length} so far`);
    cursor = page.itemCount < PAGE_SIZE ? undefined : `&lastItemId=${page.lastEvaluatedItemId ?? ""}`;
  }

  const item = items.find(({ product }) => canChange(product.productRef));
  if (!item) throw new Error(`${wishlistRef} has lost its wishes`);
  const { productRef, selectedVariantRef: oldVariantRef } = item.product;
  const wished = new Set(items.map(({ product }) => product.selectedVariantRef));
  const other = products.get(productRef)?.find((variant) => !wished.has(variant.selectedVariantRef));
  if (other) {
    const changed = await client.send<Item>("PUT", `/wishlist/items/id=${item.id}`, {
      product: { productRef, selectedVariantRef: other.selectedVariantRef, oldVariantRef },
    });
    say(`Variant change: ${productRef} from ${oldVariantRef} to ${changed.product.selectedVariantRef}`);
  }

  await client.send("DELETE", `/wishlist/items/${item.id}`);
  const left = await client.send<Items>("GET", `/wishlist/items?wishlistRef=${wishlistRef}&pageSize=50`);
  say(`Delete: the item is gone, ${left.itemCount} of ${items.length} are left`);
  try {
    await client.send("GET", `/wishlist/items/${item.id}`);
    throw new Error("a deleted item can still be read");
  } catch (err) {
    if (!(err instanceof Refused) || err.status !== 404) throw err;
    say("Read of the deleted item: 404, as it should be");
  }
}
