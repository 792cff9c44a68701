import { ANYWHERE, isInStock, unitsOf, wasShown } from "../../actors/catalogue/availability.ts";
import type { VariantPage } from "../../store/read/variant-page.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";

/** Presents a variant with the ids of its product. */
function presentVariant({ productRef, productId }: ProductRecord, variant: VariantRecord) {
  const { variantRef, variantId, title, sku, gtin, inventoryItemId, price, currency, inventoryPolicy } =
    variant;
  return {
    productRef,
    productId,
    variantRef,
    variantId,
    title,
    sku,
    gtin,
    inventoryItemId,
    price,
    currency,
    inventoryPolicy,
    available: unitsOf(variant.stock),
    isAvailable: wasShown(variant) && isInStock(variant, 1),
    stockLevels: Object.entries(variant.stock).map(([locationRef, { available, updatedTime }]) => ({
      ...(locationRef === ANYWHERE ? {} : { locationRef }),
      available,
      updatedTime,
    })),
  };
}

/** Presents a variant with the ids and the title of its product. */
export const presentVariantAlone = ({ product, variant }: FoundVariant) => ({
  productTitle: product.title,
  ...presentVariant(product, variant),
});

/** Presents a variant for a list, without its stock by location, which can be as long as a page. */
export function presentFoundVariant(found: FoundVariant): object {
  const { stockLevels: _, ...fields } = presentVariantAlone(found);
  return fields;
}

/** Presents a product without its variants. */
export function presentListedProduct({ variants, arrivedTime: _, ...product }: ProductRecord): string {
  return JSON.stringify({ ...product, variantCount: variants.length });
}

/** Presents a product with a page of its variants. */
export function presentProduct({ product, variants, lastVariantId }: VariantPage): string {
  const { variants: _1, arrivedTime: _2, ...fields } = product;
  return JSON.stringify({
    ...fields,
    variantCount: product.variants.length,
    variants: variants.map((variant) => presentVariant(product, variant)),
    lastEvaluatedVariantId: lastVariantId,
  });
}
