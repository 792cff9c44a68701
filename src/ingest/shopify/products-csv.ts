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
  handle: string,
  { options, hasTracker }: { options: string[]; hasTracker: boolean },
): Record<string, unknown> {
  const sku = cell("Variant SKU");
  const title = options.join(" / ");
  const quantity = cell("Variant Inventory Qty");
  const isUntracked = hasTracker && cell(TRACKER) === "";
  return defined({
    variantRef: sku === "" ? shopifyVariantRef(handle, options) : sku,
    title: orUndefined(title),
    sku: orUndefined(sku),
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
  return (cell) => {
    const handle = cell("Handle");
    const options = optionsOf(cell);
    const isVariant = options.length > 0 || cell("Variant SKU") !== "";
    const fields = defined({
      productRef: orUndefined(handle),
      title: orUndefined(cell("Title")),
      imageUrl: orUndefined(cell("Image Src")),
      status: statusOf(cell),
    });
    const part = isVariant ? { part: variantOf(cell, handle, { options, hasTracker }) } : {};
    return [{ key: handle, fields, ...part }];
  };
}
