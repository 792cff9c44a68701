import type { KnownVariants, LikeNamed } from "../../actors/order/bought-variant.ts";
import { pairName } from "../../actors/wishlist/marks.ts";
import type { Layout } from "../../store/layout.ts";
import type { OrderLine } from "../../store/records/orders.ts";
import type { FoundVariant, Products } from "../../store/read/products.ts";
import type { ProductIdentity } from "../../store/records/records.ts";

interface VariantDeps {
  layout: Layout;
  products: Pick<Products, "variantAt" | "variantsWith">;
}

const identityOf = ({ product, variant }: FoundVariant): ProductIdentity => ({
  productId: product.productId,
  productRef: product.productRef,
  selectedVariantId: variant.variantId,
  selectedVariantRef: variant.variantRef,
});

/**
 * What the catalogue knows under the names of a line. Where the line's own variant is known, others that bear its
 * codes matter only to a line that was matched before (`isMatched`): it may have taken one of them.
 */
export async function knownVariants(
  { layout, products }: VariantDeps,
  scope: string,
  { productRef, variantRef, variantId, sku, gtin }: OrderLine,
  isMatched: boolean,
): Promise<KnownVariants> {
  const inProduct = (ref: string | undefined) =>
    productRef === undefined || ref === undefined
      ? undefined
      : products.variantAt(layout.slotOf("product", scope, productRef), ref);
  const find = async (names: Parameters<Products["variantsWith"]>[1]) =>
    (await products.variantsWith(scope, names)).map(identityOf);
  const like = async (named: "sku" | "gtin", code: string | undefined): Promise<LikeNamed | undefined> => {
    const found = await inProduct(code);
    const other = found?.variant[named];
    return found && { product: identityOf(found), isAnother: other !== undefined && other !== code };
  };
  const [byId] = variantId === undefined ? [] : await find({ variantId });
  const exact = await inProduct(variantRef);
  const isFound = byId !== undefined || exact !== undefined;
  const byCode = !isFound || isMatched;
  const [byRef, bySku, byGtin, likeSku, likeGtin] = await Promise.all([
    variantRef === undefined || productRef !== undefined ? [] : find({ variantRef }),
    sku === undefined || !byCode ? [] : find({ sku }),
    gtin === undefined || !byCode ? [] : find({ gtin }),
    like("sku", sku),
    like("gtin", gtin),
  ]);
  return {
    ...(byId ? { byId } : {}),
    ...(exact ? { exact: identityOf(exact) } : {}),
    byRef,
    bySku,
    byGtin,
    ...(likeSku ? { likeSku } : {}),
    ...(likeGtin ? { likeGtin } : {}),
  };
}

/** Names that the catalogue may come to know the variant of a line by. */
export function namesOfLine({ productRef, variantRef, variantId, sku, gtin }: OrderLine): string[] {
  // A line that names its product waits for that one, and not for whatever product has a variant of this reference.
  const isPair = productRef !== undefined && variantRef !== undefined;
  const named = {
    w: isPair ? pairName(productRef, variantRef) : undefined,
    r: isPair ? undefined : variantRef,
    v: variantId,
    s: sku,
    g: gtin,
  };
  return Object.entries(named).flatMap(([letter, value]) => (value === undefined ? [] : [letter + value]));
}
