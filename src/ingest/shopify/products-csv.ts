import { defined } from "../../collections/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";

const OPTIONS = ["Option1 Value", "Option2 Value", "Option3 Value"];

/** Returns the values of a variant's options. */
export const optionsOf = (cell: CellOf) => OPTIONS.map(cell).filter((option) => option !== "");

/** Returns the reference of a variant without SKU: the handle of its product and its options. */
export const shopifyVariantRef = (handle: string, options: readonly string[]) =>
  [handle, ...options]
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.-]+/gu, "-");

/** Returns the status of a product; older exports only have whether it is published. */
function statusOf(cell: CellOf): string | undefined {
  const status = cell("Status").toLowerCase();
  if (status !== "") return status;
  return cell("Published").toLowerCase() === "false" ? "draft" : undefined;
}

function variantOf(cell: CellOf, handle: string, options: string[]): Record<string, unknown> {
  const sku = cell("Variant SKU");
  const title = options.join(" / ");
  const quantity = cell("Variant Inventory Qty");
  const isTracked = cell("Variant Inventory Tracker") !== "";
  return defined({
    variantRef: sku === "" ? shopifyVariantRef(handle, options) : sku,
    title: orUndefined(title),
    sku: orUndefined(sku),
    gtin: orUndefined(cell("Variant Barcode")),
    price: orUndefined(cell("Variant Price")),
    inventoryPolicy: orUndefined(cell("Variant Inventory Policy").toLowerCase()),
    available: isTracked ? orUndefined(quantity) && wholeOf(quantity) : null,
  });
}

/**
 * Reads a line of Shopify's product export: a variant, or one more picture. The first line also has the data of the
 * product. https://help.shopify.com/en/manual/products/import-export/using-csv
 */
export function lineOfShopifyProduct(cell: CellOf): FlatLine[] {
  const handle = cell("Handle");
  const options = optionsOf(cell);
  const isVariant = options.length > 0 || cell("Variant SKU") !== "";
  const fields = defined({
    productRef: orUndefined(handle),
    title: orUndefined(cell("Title")),
    imageUrl: orUndefined(cell("Image Src")),
    status: statusOf(cell),
  });
  return [{ key: handle, fields, ...(isVariant ? { part: variantOf(cell, handle, options) } : {}) }];
}
