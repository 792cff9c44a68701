import { defined } from "../../store/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";

const OPTIONS = ["Option1 Value", "Option2 Value", "Option3 Value"];

/** Values of a variant's options. */
export const optionsOf = (cell: CellOf) => OPTIONS.map(cell).filter((option) => option !== "");

/** What a shop without stock-keeping units calls a variant: its product and its options. */
export const shopifyVariantRef = (handle: string, options: readonly string[]) =>
  [handle, ...options]
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.-]+/gu, "-");

/** Whether a product is for sale: by its status, or in older exports by whether it is published. */
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
 * A line of Shopify's product export: a variant, the first with what all of them share; or one more picture.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
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
