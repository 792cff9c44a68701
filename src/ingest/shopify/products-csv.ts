import { defined } from "../../collections/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";
import { REFERENCE_LENGTH } from "../schemas/common.ts";

const OPTIONS = ["Option1 Value", "Option2 Value", "Option3 Value"];

/** Returns the values of a variant's options. */
export const optionsOf = (cell: CellOf) => OPTIONS.map(cell).filter((option) => option !== "");

/** Returns the reference of a variant that has no SKU of its own: the handle of its product and its options. */
const optionsRef = (handle: string, options: readonly string[]) =>
  [handle, ...options]
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.-]+/gu, "-");

/** Maximum number of variants of a product at Shopify. */
const MAX_VARIANTS = 2048;

/**
 * Returns a function that returns the references of a file's variants. A variant has its SKU as reference, unless it has
 * none or another variant of its product has the same one on an earlier line. The lines of a product follow each other.
 */
export function variantRefs(): (handle: string, sku: string, options: readonly string[]) => string {
  let product: string | undefined;
  const firstRefs = new Map<string, string>();
  return (handle, sku, options) => {
    if (handle !== product || firstRefs.size === MAX_VARIANTS) firstRefs.clear();
    product = handle;
    const ref = optionsRef(handle, options);
    if (sku === "") return ref;
    const first = firstRefs.get(sku) ?? ref;
    // Longer texts are no references, and would use memory.
    if (sku.length <= REFERENCE_LENGTH && first.length <= REFERENCE_LENGTH) firstRefs.set(sku, first);
    return first === ref ? sku : ref;
  };
}

/**
 * Returns the status of a product. As in webhooks, customers do not see a product that is not published in the online
 * store, and see an unlisted one. Older exports only have whether it is published.
 */
function statusOf(cell: CellOf): string | undefined {
  const sent = cell("Status").toLowerCase();
  const status = sent === "unlisted" ? "active" : sent;
  const isHidden = cell("Published").toLowerCase() === "false";
  return isHidden && (status === "" || status === "active") ? "draft" : orUndefined(status);
}

/** Column with the system that counts the stock of a variant; empty if its stock is not tracked. */
const TRACKER = "Variant Inventory Tracker";

function variantOf(
  cell: CellOf,
  { variantRef, options, hasTracker }: { variantRef: string; options: string[]; hasTracker: boolean },
): Record<string, unknown> {
  const title = options.join(" / ");
  const quantity = cell("Variant Inventory Qty");
  const isUntracked = hasTracker && cell(TRACKER) === "";
  return defined({
    variantRef,
    title: orUndefined(title),
    sku: orUndefined(cell("Variant SKU")),
    gtin: orUndefined(cell("Variant Barcode")),
    price: orUndefined(cell("Variant Price")),
    inventoryPolicy: orUndefined(cell("Variant Inventory Policy").toLowerCase()),
    available: isUntracked ? null : orUndefined(quantity) && wholeOf(quantity),
  });
}

/**
 * Returns the reader of Shopify's product export. A line is a variant, or one more picture. The first line also has the
 * data of the product. https://help.shopify.com/en/manual/products/import-export/using-csv
 */
export function shopifyProducts(header: readonly string[]): (cell: CellOf) => FlatLine[] {
  const hasTracker = header.includes(TRACKER);
  const refOf = variantRefs();
  return (cell) => {
    const handle = cell("Handle");
    const options = optionsOf(cell);
    const sku = cell("Variant SKU");
    const isVariant = options.length > 0 || sku !== "";
    const fields = defined({
      productRef: orUndefined(handle),
      title: orUndefined(cell("Title")),
      imageUrl: orUndefined(cell("Image Src")),
      status: statusOf(cell),
    });
    if (!isVariant) return [{ key: handle, fields }];
    const variantRef = refOf(handle, sku, options);
    return [{ key: handle, fields, part: variantOf(cell, { variantRef, options, hasTracker }) }];
  };
}
