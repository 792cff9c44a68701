import { MAX_SAME_NAME } from "../../actors/catalogue/same-name.ts";
import type { KnownVariants, LikeNamed } from "../../actors/order/bought-variant.ts";
import { defined } from "../../collections/defined.ts";
import { variantIdName, variantName, variantNames, variantRefsName } from "../../store/keys/names.ts";
import {
  type FoundVariant,
  identityOf,
  type Products,
  type ReadProducts,
  type VariantNames,
} from "../../store/read/products.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { OrderLine } from "../../store/records/orders.ts";

export interface VariantDeps {
  products: Pick<Products, "variantIn" | "variantsWith">;
}

/**
 * Finds the variants of the catalogue that have the names of a line. If the line's own variant is known, other variants
 * with its codes matter only if the line was matched before (`isMatched`), because it may have bought one of them. A
 * product in `known` is not read again for the codes of another line. Of variants that share a name, no more are
 * returned than show that they are too many; those of the line's product come first, because they are preferred.
 */
export async function knownVariants(
  { products }: VariantDeps,
  storeKey: string,
  { productRef, variantRef, variantId, sku, gtin }: OrderLine,
  isMatched: boolean,
  known: ReadProducts,
): Promise<KnownVariants> {
  const inProduct = (ref: string | undefined) =>
    productRef === undefined || ref === undefined
      ? undefined
      : products.variantIn(storeKey, { productRef }, ref);
  const find = async (names: VariantNames) => {
    const found = await products.variantsWith(storeKey, names, known);
    const isOwn = ({ product }: FoundVariant) => product.productRef === productRef;
    const ownFirst = [...found.filter(isOwn), ...found.filter((each) => !isOwn(each))];
    return ownFirst.slice(0, MAX_SAME_NAME + 1).map(identityOf);
  };
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
    ...defined({ byId }),
    ...(exact ? { exact: identityOf(exact) } : {}),
    byRef,
    bySku,
    byGtin,
    ...defined({ likeSku, likeGtin }),
  };
}

/** Returns the names that change the meaning of a line if a variant with one of them appears in the catalogue. */
export function namesOfLine({ productRef, variantRef, variantId, sku, gtin }: OrderLine): string[] {
  const codes = variantNames({ sku, gtin });
  const ids = variantId === undefined ? [] : [variantIdName(variantId)];
  // A line that names its product waits for variants of that product only. Its codes are among the references, because
  // a variant of that product whose reference equals a code changes the meaning of the code.
  const refs =
    productRef === undefined
      ? [variantRef].flatMap((ref) => (ref === undefined ? [] : [variantName("variantRef", ref)]))
      : [variantRef, sku, gtin].flatMap((ref) =>
          ref === undefined ? [] : [variantRefsName(productRef, ref)],
        );
  return [...new Set([...refs, ...ids, ...codes])];
}

/** Returns every name under which a line may wait for this variant. */
export const namesOfVariant = (
  productRef: string,
  variant: Pick<VariantRecord, "variantRef" | "variantId" | "sku" | "gtin" | "inventoryItemId">,
): string[] => [
  ...variantNames(variant),
  variantRefsName(productRef, variant.variantRef),
  variantIdName(variant.variantId),
];
