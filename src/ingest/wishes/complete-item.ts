import { priceOf } from "../../actors/catalogue/prices.ts";
import { withoutNull } from "../../actors/patch.ts";
import { withoutFormerNames } from "../../actors/wishlist/items/variant-change.ts";
import type { ItemFields, ProductChange } from "../../actors/wishlist/messages.ts";
import { defined } from "../../collections/defined.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { identityOf, type Products } from "../../store/read/products.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";
import { Problem } from "../problem.ts";

type Wished = { product: ProductIdentity } & { priceWhenAdded?: Price };

/** How a request is refused whose names are those of different variants. */
interface NamesRefusal {
  status: 400 | 405;
  /** JSON Pointer of the object with the names. */
  path: string;
}

/**
 * Completes a wish with the variant's other ids or references and its price, if the catalogue has the variant.
 * Otherwise returns the wish unchanged.
 *
 * @param refusal how a new wish is refused; absent for a stored wish
 * @throws {Problem} if the id and the reference are those of different variants of the catalogue
 */
export async function completeWish<T extends Pick<ItemFields, "product">>(
  products: Pick<Products, "hasCatalogue" | "variantIn" | "variantsWith">,
  storeKey: string,
  item: T,
  refusal?: NamesRefusal,
): Promise<T & Wished> {
  const found = await variantOf(products, storeKey, item.product, refusal);
  if (!found) return item;
  const price = priceOf(found.variant);
  return { ...item, product: identityOf(found), ...defined({ priceWhenAdded: price }) };
}

/** Whether a variant has all names of an identity. */
const hasNames = (found: FoundVariant, identity: ProductIdentity) => {
  const known = identityOf(found);
  return keysOf(known).every((name) => identity[name] === undefined || identity[name] === known[name]);
};

/**
 * Returns the variant that has all names of an identity, if the catalogue has one.
 *
 * @throws {Problem} if the catalogue has different variants with the id and with the reference, and there is a refusal
 */
async function variantOf(
  products: Pick<Products, "hasCatalogue" | "variantIn" | "variantsWith">,
  storeKey: string,
  identity: ProductIdentity,
  refusal?: NamesRefusal,
): Promise<FoundVariant | undefined> {
  if (!(await products.hasCatalogue(storeKey))) return undefined;
  const { productRef, productId, selectedVariantId: variantId, selectedVariantRef: variantRef } = identity;
  // A reference may be that of very many variants, so it is looked up in the product if that is named.
  const withRef = async (ref: string, isInProduct: boolean) =>
    isInProduct
      ? [await products.variantIn(storeKey, identity, ref)].filter((each) => each !== undefined)
      : products.variantsWith(storeKey, { variantRef: ref });
  const byId = variantId === undefined ? [] : await products.variantsWith(storeKey, { variantId });
  const hasProduct = productRef !== undefined || productId !== undefined;
  const found =
    variantId === undefined && variantRef !== undefined ? await withRef(variantRef, hasProduct) : byId;
  const named = found.find((each) => hasNames(each, identity));
  if (named || !refusal || byId.length === 0 || variantRef === undefined) return named;
  const others = await withRef(variantRef, productRef !== undefined);
  if (!others.some(({ variant }) => variant.variantId !== variantId)) return undefined;
  const message = "has the id of one variant and the reference of another";
  throw new Problem("InvalidInput", { status: refusal.status, errors: [{ path: refusal.path, message }] });
}

/**
 * Completes a change of a wish's variant with the new variant's ids, references and price, if the catalogue has it.
 * Otherwise returns the change without names of the former variant. `current` is the wish's product before the change.
 *
 * @throws {Problem} if the id and the reference are those of different variants of the catalogue
 */
export async function completeMove(
  products: Pick<Products, "hasCatalogue" | "variantIn" | "variantsWith">,
  storeKey: string,
  current: ProductIdentity,
  sent: ProductChange,
): Promise<{ product: ProductChange; priceWhenAdded?: Price }> {
  const change = withoutFormerNames(current, sent);
  const { selectedVariantId, selectedVariantRef, productId, productRef } = change;
  const isOtherProduct = productId !== undefined || productRef !== undefined;
  const product = isOtherProduct ? { productId, productRef } : current;
  const identity = {
    ...withoutNull<ProductIdentity>({ productId: product.productId, productRef: product.productRef }),
    ...withoutNull<ProductIdentity>({ selectedVariantId, selectedVariantRef }),
  };
  const found = await variantOf(products, storeKey, identity, { status: 400, path: "/product" });
  if (!found) return { product: change };
  return {
    product: { ...change, ...identityOf(found) },
    ...defined({ priceWhenAdded: priceOf(found.variant) }),
  };
}
