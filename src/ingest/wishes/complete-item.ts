import { priceOf } from "../../actors/catalogue/prices.ts";
import { present } from "../../actors/patch.ts";
import type { ItemFields } from "../../actors/wishlist/messages.ts";
import { defined } from "../../store/defined.ts";
import { type FoundVariant, identityOf, type Products } from "../../store/read/products.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";

type Wished = { product: ProductIdentity } & { priceWhenAdded?: Price };

/**
 * A wish with what the catalogue knows of its variant by now: the other pair of names, and the price. What the
 * catalogue does not know stays as it was sent.
 */
export async function completed<T extends Pick<ItemFields, "product">>(
  products: Products,
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
  products: Products,
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
 * The current price of the variant that a wish changes to; `current` is the wish's product before, which completes the
 * change. Undefined if the catalogue does not know it.
 */
export async function priceAfterMove(
  products: Products,
  storeKey: string,
  current: ProductIdentity,
  { selectedVariantId, selectedVariantRef, productId, productRef }: ProductIdentity,
): Promise<Price | undefined> {
  const isOtherProduct = productId !== undefined || productRef !== undefined;
  const product = isOtherProduct ? { productId, productRef } : current;
  const found = await variantOf(products, storeKey, {
    ...present<ProductIdentity>({ productId: product.productId, productRef: product.productRef }),
    ...present<ProductIdentity>({ selectedVariantId, selectedVariantRef }),
  });
  return found && priceOf(found.variant);
}
