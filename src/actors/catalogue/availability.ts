import type { ProductRecord, Stock, StockRow, VariantRecord } from "../../store/records/catalogue.ts";

/** Location of a level that names none: it is a total over all locations. */
export const ANYWHERE = "";

/** The most locations of a variant: its record is read and written as a whole. */
export const MAX_LOCATIONS = 1000;

/** What somebody tells of the stock of a variant at one location, or over all of them. */
export interface Level {
  /** {@link ANYWHERE} for a total. */
  locationRef: string;
  /** Units; null where they are not counted. */
  available: number | null;
  /** When the sender counted or, where it does not say, when the row arrived. ISO 8601. */
  updatedTime: string;
}

/**
 * What became of a level: `stale` where something later is known, `full` where the variant has too many locations for
 * one more.
 */
export type LevelStatus = "applied" | "stale" | "full";

// Rows of earlier versions may have no time: any news is newer.
const timeOf = ({ updatedTime }: StockRow) =>
  updatedTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(updatedTime);

const locationsOf = (stock: Stock): StockRow[] =>
  Object.entries(stock).flatMap(([location, row]) => (location === ANYWHERE ? [] : [row]));

const sumOf = (rows: readonly StockRow[]) => rows.reduce((sum, { available }) => sum + (available ?? 0), 0);

/** Units that a total of this time has at the location of a row: its level then, as far as that is known. */
const coveredBy = (row: StockRow, total: number) =>
  (timeOf(row) > total ? (row.covered ?? row.available) : row.available) ?? 0;

/** The total after a new one, and after a level of a location. */
function totalAfter(stock: Stock, level: Level, before: StockRow | undefined): StockRow | undefined {
  const { locationRef, available, updatedTime } = level;
  if (locationRef === ANYWHERE) {
    const rows = locationsOf(stock);
    const time = Date.parse(updatedTime);
    const covered = rows.reduce((sum, row) => sum + coveredBy(row, time), 0);
    const elsewhere = available === null ? 0 : available - covered;
    return { available, updatedTime, ...(rows.length > 0 ? { elsewhere } : {}) };
  }
  const total = stock[ANYWHERE];
  // The locations have replaced a total of an earlier version that has none elsewhere.
  if (!total || (total.elsewhere === undefined && locationsOf(stock).length > 0)) return total;
  const { elsewhere = total.available ?? 0 } = total;
  const isCovered = !before || Date.parse(updatedTime) <= timeOf(total);
  if (!isCovered || total.available === null) return { ...total, elsewhere };
  return { ...total, elsewhere: elsewhere - (available ?? 0) + (before?.available ?? 0) };
}

/** The row of a location after a level, with what the total has there where that is another number. */
function rowAfter(total: StockRow | undefined, level: Level, before: StockRow | undefined): StockRow {
  const { available, updatedTime } = level;
  const row = { available, updatedTime };
  if (!total || !before || timeOf(row) <= timeOf(total)) return row;
  const covered = coveredBy(before, timeOf(total));
  return covered === available ? row : { ...row, covered };
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

/** Applies a level to a copy of a variant's stock. */
function apply(stock: Record<string, StockRow>, level: Level): LevelStatus | "known" {
  const { locationRef, available, updatedTime } = level;
  const before = Object.hasOwn(stock, locationRef) ? stock[locationRef] : undefined;
  if (before && Date.parse(updatedTime) < timeOf(before)) return "stale";
  if (before?.available === available && before.updatedTime === updatedTime) return "known";
  const isLocation = locationRef !== ANYWHERE;
  const locations = before ? 0 : Object.keys(stock).length - (stock[ANYWHERE] ? 1 : 0);
  if (isLocation && locations >= MAX_LOCATIONS) return "full";
  const total = totalAfter(stock, level, before);
  if (total) stock[ANYWHERE] = total;
  if (isLocation) {
    // Not by assignment: a location may be called like what every object inherits.
    Object.defineProperty(stock, locationRef, { value: rowAfter(total, level, before), ...PLAIN });
  }
  return "applied";
}

/**
 * A variant's stock after levels that come in this order, and what became of each. It is the same object where nothing
 * changes. A level counts for its location by its time, whatever kind of row tells it; of two of the same time the one
 * that comes later counts.
 *
 * Nobody tells which locations a total covers, so it is taken apart by what the locations tell: a location that tells
 * its level for the first time had those units of the total, and so had one that is known when the total comes. What
 * remains is `elsewhere`: at locations that have not told theirs.
 */
export function applyLevels(
  known: Stock,
  levels: readonly Level[],
): { stock: Stock; statuses: LevelStatus[] } {
  const stock = { ...known };
  const outcomes = levels.map((level) => apply(stock, level));
  return {
    stock: outcomes.includes("applied") ? stock : known,
    statuses: outcomes.map((outcome) => (outcome === "known" ? "applied" : outcome)),
  };
}

/**
 * Units that can be sold; null where stock is not tracked, undefined where nobody has told.
 *
 * A total counts as long as no location has told anything later. From then on it is the sum of the locations, and of
 * what the total has elsewhere: so it holds until all locations that it covers are known.
 */
export function unitsOf(stock: Stock): number | null | undefined {
  const rows = locationsOf(stock);
  const total = stock[ANYWHERE];
  if (rows.length === 0) return total?.available;
  if (total?.elsewhere !== undefined && rows.every((row) => timeOf(row) <= timeOf(total)))
    return total.available;
  if (rows.some(({ available }) => available === null)) return null;
  return sumOf(rows) + Math.max(0, total?.elsewhere ?? 0);
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
