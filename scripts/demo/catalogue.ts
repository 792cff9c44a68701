import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { lineOfShopifyProduct } from "../../src/ingest/shopify/products-csv.ts";

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

/** Reads the variants of Shopify's product export. */
export function readCatalogue(file: string): Catalogue {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
  const products = new Map<string, Wish[]>();
  for (const row of rows) {
    for (const { key: productRef, part } of lineOfShopifyProduct((column) => row[column] ?? "")) {
      if (productRef === "" || !part) continue;
      const variants = products.get(productRef) ?? [];
      variants.push({ productRef, selectedVariantRef: String(part["variantRef"]) });
      products.set(productRef, variants);
    }
  }
  if (products.size === 0) throw new Error(`${file} holds no product; a Shopify product export is expected`);
  return { name: basename(file), products };
}
