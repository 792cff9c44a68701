import type { ProductRecord, StockRow, VariantRecord } from "../../store/catalogue.ts";

/** Location of a stock level that names none. */
export const ANYWHERE = "";

/**
 * Units that can be sold: the sum over all locations, once any is known by name; null where stock is not tracked,
 * undefined where nobody has told.
 */
export function unitsOf(stock: Readonly<Record<string, StockRow>>): number | null | undefined {
  const named = Object.entries(stock).filter(([location]) => location !== ANYWHERE);
  const rows = named.length > 0 ? named.map(([, row]) => row) : Object.values(stock);
  if (rows.length === 0) return undefined;
  let sum = 0;
  for (const { available } of rows) {
    if (available === null) return null;
    sum += available;
  }
  return sum;
}

/** Whether customers can see the product in the shop: it is active, published and released. */
export function isReleased(product: ProductRecord, now: number): boolean {
  const { status, prerelease, publishedTime } = product;
  if (status !== "active" || prerelease || publishedTime === null) return false;
  return publishedTime === undefined || Date.parse(publishedTime) <= now;
}

/** Whether the variant can be bought, and at least `threshold` units of it if they are counted. */
export function isInStock(variant: VariantRecord, threshold: number): boolean {
  const units = unitsOf(variant.stock);
  if (units === undefined) return false;
  return units === null || variant.inventoryPolicy === "continue" || units >= Math.max(1, threshold);
}
