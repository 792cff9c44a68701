import type { ProductFields, VariantFields } from "../../actors/catalogue/messages.ts";
import { defined } from "../../collections/defined.ts";
import type { FieldError } from "../problem.ts";
import { fieldsOf, invalidRow, type RowError, validateWithout } from "../rows.ts";
import { ProductBody } from "../schemas/catalogue.ts";
import { sentErrors, type SentNames } from "../sent-names.ts";
import { compileBody } from "../validation/validation.ts";

const validate = compileBody(ProductBody);

const isShopify = (row: Record<string, unknown>) =>
  row["productRef"] === undefined && row["id"] !== undefined;

function variantOfShopify(row: unknown): Record<string, unknown> {
  const {
    id,
    title,
    sku,
    barcode,
    price,
    inventory_policy,
    inventory_item_id,
    inventory_quantity,
    inventory_management,
  } = fieldsOf(row);
  return defined({
    variantRef: id,
    title,
    sku: sku === "" ? null : sku,
    gtin: barcode === "" ? null : barcode,
    price,
    inventoryPolicy: inventory_policy,
    inventoryItemId: inventory_item_id,
    // Older payloads name the system that counts the stock; null means that stock is not tracked. A number that is null
    // says nothing.
    available: inventory_management === null ? null : (inventory_quantity ?? undefined),
  });
}

/** Whether Shopify's product says of each variant if its stock is tracked. Payloads since July 2024 do not. */
const saysWhatIsCounted = ({ variants }: Record<string, unknown>): boolean =>
  Array.isArray(variants) && variants.every((each) => fieldsOf(each)["inventory_management"] !== undefined);

/**
 * Converts Shopify's product to the service's format. https://shopify.dev/docs/api/admin-rest/latest/resources/product
 */
function productOfShopify(row: Record<string, unknown>): Record<string, unknown> {
  const { id, title, handle, status, published_at, updated_at, image, images, variants } = row;
  const shown: unknown[] = Array.isArray(images) ? images : [];
  return defined({
    productRef: id,
    title,
    handle,
    // An unlisted product is sold to people who have its link, as customers with a wish do.
    status: status === "unlisted" ? "active" : status,
    publishedTime: published_at,
    updatedTime: updated_at,
    imageUrl: fieldsOf(image)["src"] ?? fieldsOf(shown[0])["src"],
    variants: Array.isArray(variants) ? variants.map(variantOfShopify) : (variants ?? undefined),
  });
}

/** Returns Shopify's names of the members of a product. */
const namesOfShopify = ({ image }: Record<string, unknown>): SentNames => ({
  "/productRef": "/id",
  "/publishedTime": "/published_at",
  "/updatedTime": "/updated_at",
  "/imageUrl": fieldsOf(image)["src"] === undefined ? "/images/0/src" : "/image/src",
  "/variants/*/variantRef": "/variants/*/id",
  "/variants/*/gtin": "/variants/*/barcode",
  "/variants/*/inventoryPolicy": "/variants/*/inventory_policy",
  "/variants/*/inventoryItemId": "/variants/*/inventory_item_id",
  "/variants/*/available": "/variants/*/inventory_quantity",
});

/** Maximum number of variants in Shopify's webhooks; if there are more, `variant_gids` lists them all. */
const LISTED_VARIANTS = 100;

/** Whether Shopify's product lists all of its variants. */
function listsAllVariants({ variants, variant_gids: all }: Record<string, unknown>): boolean {
  if (!Array.isArray(variants) || variants.length === 0) return false;
  return Array.isArray(all) ? all.length === variants.length : variants.length < LISTED_VARIANTS;
}

/** A row of a product feed. */
export interface ReadProduct {
  product: ProductFields;
  variants: VariantFields[];
  /** Set if the row has all variants of the product. */
  isWhole?: true;
  /** Set if the totals of the row are numbers also for variants whose units are not counted. */
  mayBeUncounted?: true;
  ignored: FieldError[];
  sentNames: SentNames;
}

/**
 * Reads a row of a product feed in the service's or in Shopify's format. `ignored` has a status of Shopify that is
 * unknown here; the product then keeps its status.
 */
export function readProduct(row: unknown): ReadProduct | { error: RowError } {
  const fields = fieldsOf(row);
  const isTheirs = isShopify(fields);
  const own = isTheirs ? productOfShopify(fields) : row;
  const { errors, ignored } = validateWithout(validate, own, isTheirs ? ["/status"] : []);
  const sentNames = isTheirs ? namesOfShopify(fields) : {};
  if (errors.length > 0) return { error: invalidRow(sentErrors(sentNames, errors)) };
  const { variants = [], ...product } = own as ProductFields & { variants?: VariantFields[] };
  const seen = new Set<string>();
  const twice = variants.find(({ variantRef }) => seen.size === seen.add(variantRef).size);
  if (twice) {
    const name = isTheirs ? "id" : "variantRef";
    const message = `has the ${name} "${twice.variantRef}" more than once`;
    return { error: invalidRow([{ path: "/variants", message }]) };
  }
  const isWhole = isTheirs && listsAllVariants(fields);
  const mayBeUncounted = isTheirs && !saysWhatIsCounted(fields);
  return {
    ...{ product, variants, ignored, sentNames },
    ...(isWhole ? { isWhole } : {}),
    ...(mayBeUncounted ? { mayBeUncounted } : {}),
  };
}
