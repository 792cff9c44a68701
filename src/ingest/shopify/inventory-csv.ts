import { defined } from "../../store/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";
import { optionsOf, shopifyVariantRef } from "./products-csv.ts";

/** Units that can be sold, as newer and older exports call them where each line is of one location. */
const AVAILABLE = ["Available (not editable)", "Available"];
/** Columns that are not of a location, where each location has one. */
const DESCRIPTIVE =
  /^(?:Handle|Title|Option[123] (?:Name|Value)|SKU|HS Code|COO|Bin name|Barcode|Image|Variant.*|)$/;
/** Columns of Shopify's product export alone: none of them is a location. */
const OF_PRODUCTS = ["Body (HTML)", "Vendor", "Published", "Image Src", "Variant Inventory Qty"];
const NOT_STOCKED = "not stocked";

/** Names of the variant: its stock-keeping unit or, without one, what the product export calls it. */
function namesOf(cell: CellOf): Record<string, string> {
  const sku = cell("SKU");
  return sku === "" ? { variantRef: shopifyVariantRef(cell("Handle"), optionsOf(cell)) } : { sku };
}

/** The level of a location; none where the variant is not stocked there. */
function levelOf(cell: CellOf, locationRef: string, units: string): FlatLine[] {
  if (units === "" || units.toLowerCase() === NOT_STOCKED) return [];
  const fields = defined({
    ...namesOf(cell),
    locationRef: orUndefined(locationRef),
    available: wholeOf(units),
  });
  return [{ key: "", fields }];
}

/**
 * How lines of Shopify's inventory export are read: with a line for each variant and location, or, as exports were
 * until 2023, with a column for each location; undefined where neither is there, as in the product export. It calls
 * locations by their names.
 * https://help.shopify.com/en/manual/products/inventory/setup/inventory-csv
 */
export function shopifyInventory(header: readonly string[]): ((cell: CellOf) => FlatLine[]) | undefined {
  if (header.includes("Location")) {
    const available = AVAILABLE.find((column) => header.includes(column));
    return available === undefined ? undefined : (cell) => levelOf(cell, cell("Location"), cell(available));
  }
  if (OF_PRODUCTS.some((column) => header.includes(column))) return undefined;
  const locations = header.filter((column) => !DESCRIPTIVE.test(column));
  if (locations.length === 0) return undefined;
  return (cell) => locations.flatMap((location) => levelOf(cell, location, cell(location)));
}
