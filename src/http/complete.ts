import type { ItemFields } from "../actors/messages.ts";
import type { Products } from "../store/products.ts";
import type { Price, ProductIdentity } from "../store/records.ts";

type Wished = { product: ProductIdentity } & { priceWhenAdded?: Price };

/**
 * A wish with what the catalogue knows of its variant by now: the other pair of names, and the price. What the
 * catalogue does not know stays as it was sent.
 */
export async function completed<T extends Pick<ItemFields, "product">>(
  products: Products,
  scope: string,
  item: T,
): Promise<T & Wished> {
  if (!(await products.hasCatalogue(scope))) return item;
  const {
    productId,
    productRef,
    selectedVariantId: variantId,
    selectedVariantRef: variantRef,
  } = item.product;
  const found = (await products.variantsWith(scope, { variantId, variantRef })).find(
    ({ product }) =>
      (productRef === undefined || product.productRef === productRef) &&
      (productId === undefined || product.productId === productId),
  );
  if (!found) return item;
  const { product, variant } = found;
  const { price, currency } = variant;
  return {
    ...item,
    product: {
      productId: product.productId,
      productRef: product.productRef,
      selectedVariantId: variant.variantId,
      selectedVariantRef: variant.variantRef,
    },
    ...(price !== undefined && currency !== undefined ? { priceWhenAdded: { amount: price, currency } } : {}),
  };
}
