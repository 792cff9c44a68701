import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";

/** A variant that somebody may wish for. */
export interface Wish {
  productRef: string;
  selectedVariantRef: string;
}

export interface Catalogue {
  name: string;
  /** Variants by product. */
  products: Map<string, Wish[]>;
}

const OPTIONS = ["Option1 Value", "Option2 Value", "Option3 Value"];

/** What a shop without stock-keeping units calls a variant: its product and its options. */
const nameOf = (handle: string, row: Record<string, string>) =>
  [handle, ...OPTIONS.map((option) => row[option] ?? "")]
    .filter((part) => part !== "")
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.-]+/gu, "-");

/**
 * Reads the columns of Shopify's product export that name variants. Rows without an option are further pictures of a
 * product.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
export function readCatalogue(file: string): Catalogue {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
  const products = new Map<string, Wish[]>();
  for (const row of rows) {
    const { Handle: handle = "", "Variant SKU": sku = "", "Option1 Value": option = "" } = row;
    if (handle === "" || option === "") continue;
    const variants = products.get(handle) ?? [];
    variants.push({ productRef: handle, selectedVariantRef: sku === "" ? nameOf(handle, row) : sku });
    products.set(handle, variants);
  }
  if (products.size === 0) throw new Error(`${file} holds no product; a Shopify product export is expected`);
  return { name: basename(file), products };
}
