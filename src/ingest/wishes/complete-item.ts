import { priceOf } from "../../actors/catalogue/prices.ts";
import { present } from "../../actors/patch.ts";
import type { ItemFields, ProductChange } from "../../actors/wishlist/messages.ts";
import { defined } from "../../store/defined.ts";
import { type FoundVariant, identityOf, type Products } from "../../store/read/products.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";

type Wished = { product: ProductIdentity } & { priceWhenAdded?: Price };

/**
 * A wish with what the catalogue knows of its variant by now: the other pair of names, and the price. What the
 * catalogue does not know stays as it was sent.
 */
export async function completed<T extends Pick<ItemFields, "product">>(
  products: Pick<Products, "hasCatalogue" | "variantsWith">,
  storeKey: string,
  item: T,
): Promise<T & Wished> {
  const found = await variantOf(products, storeKey, item.product);
  if (!found) return item;
  const price = priceOf(found.variant);
  return { ...item, product: identityOf(found), ...defined({ priceWhenAdded: price }) };
}

/** The variant that an identity names, where the catalogue knows it. */
async function variantOf(
  products: Pick<Products, "hasCatalogue" | "variantsWith">,
  storeKey: string,
  identity: ProductIdentity,
): Promise<FoundVariant | undefined> {
  if (!(await products.hasCatalogue(storeKey))) return undefined;
  const { productId, productRef, selectedVariantId: variantId, selectedVariantRef: variantRef } = identity;
  return (await products.variantsWith(storeKey, { variantId, variantRef })).find(
    ({ product }) =>
      (productRef === undefined || product.productRef === productRef) &&
      (productId === undefined || product.productId === productId),
  );
}

/**
 * A change of a wish's variant, with the names and the price that the catalogue knows of the new variant; `current` is
 * the wish's product before, which completes the change. What the catalogue does not know stays as it was sent.
 */
export async function completedMove(
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
