import { defined } from "../../collections/defined.ts";
import { type CellOf, type Columns, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";
import { optionsOf, variantRefs } from "./products-csv.ts";

/** Columns of the units that can be sold, in newer and older exports with a line for each location. */
const AVAILABLE = ["Available (not editable)", "Available"];
/** Columns that are not a location, in exports with a column for each location. */
const DESCRIPTIVE =
  /^(?:Handle|Title|Option[123] (?:Name|Value)|SKU|HS Code|COO|Bin name|Barcode|Image|Variant.*|)$/;
/** Columns that only Shopify's product export has; none of them is a location. */
const OF_PRODUCTS = ["Body (HTML)", "Vendor", "Published", "Image Src", "Variant Inventory Qty"];
const NOT_STOCKED = "not stocked";

/** Returns a function that returns a variant's SKU or, without one of its own, its reference in the product export. */
function namesInFile(): (cell: CellOf) => Record<string, string> {
  const refOf = variantRefs();
  return (cell) => {
    const sku = cell("SKU");
    const variantRef = refOf(cell("Handle"), sku, optionsOf(cell));
    return variantRef === sku ? { sku } : { variantRef };
  };
}

/** Returns the stock level of a location; none if the variant is not stocked there. */
function levelOf(names: Record<string, string>, locationRef: string, units: string): FlatLine[] {
  if (units === "" || units.toLowerCase() === NOT_STOCKED) return [];
  const fields = defined({
    ...names,
    locationRef: orUndefined(locationRef),
    available: wholeOf(units),
  });
  return [{ key: "", fields }];
}

/**
 * Returns the reader of Shopify's inventory export; undefined for other files, such as the product export. The export
 * has a line for each variant and location or, until 2023, a column for each location. Locations are identified by
 * their names. https://help.shopify.com/en/manual/products/inventory/setup/inventory-csv
 */
export function shopifyInventory(header: readonly string[]): Columns["read"] | undefined {
  const namesOf = namesInFile();
  if (header.includes("Location")) {
    const available = AVAILABLE.find((column) => header.includes(column));
    if (available === undefined) return undefined;
    return (cell) => levelOf(namesOf(cell), cell("Location"), cell(available));
  }
  if (OF_PRODUCTS.some((column) => header.includes(column))) return undefined;
  const locations = [...header.entries()].filter(([, column]) => !DESCRIPTIVE.test(column));
  if (locations.length === 0) return undefined;
  return (cell, cells) => {
    const names = namesOf(cell);
    return locations.flatMap(([i, location]) => (i < cells ? levelOf(names, location, cell(location)) : []));
  };
}
