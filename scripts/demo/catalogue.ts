import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { StartRefused } from "../../src/errors/start-refused.ts";
import { shopifyProducts } from "../../src/ingest/shopify/products-csv.ts";

export interface Variant {
  productRef: string;
  variantRef: string;
  title: string | undefined;
  price: number;
  /** Units in stock when the shop opens. */
  available: number;
}

export interface Product {
  productRef: string;
  title: string;
  /** Type of the product, such as `jackets`; empty if the file has none. */
  kind: string;
  variants: Variant[];
}

/** @throws {StartRefused} if the file cannot be read, or is no CSV file */
function readRows(file: string): Record<string, string>[] {
  try {
    return parse(readFileSync(file), { columns: true, bom: true });
  } catch (cause) {
    const isMissing = cause instanceof Error && "syscall" in cause;
    const fault = isMissing ? "cannot be read" : "is not a CSV file";
    throw new StartRefused(`${file} ${fault}; a Shopify product export is expected`, { cause });
  }
}

/**
 * Reads Shopify's product export.
 *
 * @throws {StartRefused} if the file is none
 */
export function readCatalogue(file: string): Product[] {
  const rows = readRows(file);
  const read = shopifyProducts(Object.keys(rows[0] ?? {}));
  const products = new Map<string, Product>();
  for (const row of rows) {
    for (const { key: productRef, fields, part } of read((column) => row[column] ?? "")) {
      if (productRef === "" || !part) continue;
      const { variantRef, title, price, available } = part;
      const product = products.get(productRef) ?? {
        productRef,
        title: typeof fields["title"] === "string" ? fields["title"] : productRef,
        kind: row["Type"] ?? "",
        variants: [],
      };
      product.variants.push({
        productRef,
        variantRef: String(variantRef),
        title: typeof title === "string" ? title : undefined,
        price: Number(price) || 0,
        available: Number(available) || 0,
      });
      products.set(productRef, product);
    }
  }
  if (products.size === 0)
    throw new StartRefused(`${file} has no product; a Shopify product export is expected`);
  return [...products.values()];
}
