import { priceOf } from "../../actors/catalogue/prices.ts";
import { present } from "../../actors/patch.ts";
import type { ItemFields, ProductChange } from "../../actors/wishlist/messages.ts";
import { defined } from "../../collections/defined.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { type FoundVariant, identityOf, type Products } from "../../store/read/products.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";

type Wished = { product: ProductIdentity } & { priceWhenAdded?: Price };

/**
 * Completes a wish with the variant's other ids or references and its price, if the catalogue has the variant. Otherwise
 * returns the wish unchanged: also if it names several variants, because it keeps all names that were sent.
 */
export async function completeWish<T extends Pick<ItemFields, "product">>(
  products: Pick<Products, "hasCatalogue" | "variantsWith">,
  storeKey: string,
  item: T,
): Promise<T & Wished> {
  const found = await variantOf(products, storeKey, item.product);
  if (!found) return item;
  const price = priceOf(found.variant);
  return { ...item, product: identityOf(found), ...defined({ priceWhenAdded: price }) };
}

/** Returns the variant that has all names of an identity, if the catalogue has one. */
async function variantOf(
  products: Pick<Products, "hasCatalogue" | "variantsWith">,
  storeKey: string,
  identity: ProductIdentity,
): Promise<FoundVariant | undefined> {
  if (!(await products.hasCatalogue(storeKey))) return undefined;
  const { selectedVariantId: variantId, selectedVariantRef: variantRef } = identity;
  return (await products.variantsWith(storeKey, { variantId, variantRef })).find((found) => {
    const known = identityOf(found);
    return keysOf(known).every((name) => identity[name] === undefined || identity[name] === known[name]);
  });
}

/**
 * Completes a change of a wish's variant with the new variant's ids, references and price, if the catalogue has it.
 * Otherwise returns the change as it was sent. `current` is the wish's product before the change.
 */
export async function completeMove(
  products: Pick<Products, "hasCatalogue" | "variantsWith">,
  storeKey: string,
  current: ProductIdentity,
  change: ProductChange,
): Promise<{ product: ProductChange; priceWhenAdded?: Price }> {
  const { selectedVariantId, selectedVariantRef, productId, productRef } = change;
  const isOtherProduct = productId !== undefined || productRef !== undefined;
  const product = isOtherProduct ? { productId, productRef } : current;
  const found = await variantOf(products, storeKey, {
    ...present<ProductIdentity>({ productId: product.productId, productRef: product.productRef }),
    ...present<ProductIdentity>({ selectedVariantId, selectedVariantRef }),
  });
  if (!found) return { product: change };
  return {
    product: { ...change, ...identityOf(found) },
    ...defined({ priceWhenAdded: priceOf(found.variant) }),
  };
}
