import type { ProductRecord, Stock, StockRow, VariantRecord } from "../../store/records/catalogue.ts";
import { isFarAhead } from "../../store/records/far-ahead.ts";

/** Location of a level without a location: a total over all locations. */
export const ANYWHERE = "";

/** Maximum number of locations of a variant, because its record is read and written as a whole. */
export const MAX_LOCATIONS = 1000;

/** A stock level from a feed, for a variant at one location or over all of them. */
interface Level {
  /** {@link ANYWHERE} for a total. */
  locationRef: string;
  /** Units; null if they are not counted. */
  available: number | null;
  /** When the sender counted, or when the row arrived if the sender gave no time. ISO 8601. */
  updatedTime: string;
  /** See {@link StockRow.mayBeUncounted}. */
  mayBeUncounted?: true;
}

/**
 * Result of a level: `stale` if a later one is known, `future` if its time is far ahead, `full` if the variant has the
 * maximum number of locations.
 */
export type LevelStatus = "applied" | "stale" | "future" | "full";

// A row of an earlier version may have no time, or none that is credible. Any level is newer than these.
const timeOf = ({ updatedTime }: StockRow) =>
  updatedTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(updatedTime);

const locationsOf = (stock: Stock): StockRow[] =>
  Object.entries(stock).flatMap(([location, row]) => (location === ANYWHERE ? [] : [row]));

const sumOf = (rows: readonly StockRow[]) => rows.reduce((sum, { available }) => sum + (available ?? 0), 0);

/** A row of a location, with its time in milliseconds: many levels may compare the times of all locations. */
interface DatedRow {
  row: StockRow;
  time: number;
}

const datedRow = (row: StockRow): DatedRow => ({ row, time: timeOf(row) });

/** A variant's stock while levels are applied to it. */
type ChangingStock = Map<string, DatedRow>;

const locationCount = (stock: ChangingStock) => stock.size - (stock.has(ANYWHERE) ? 1 : 0);

/**
 * Returns the units that a total of this time includes for the location of a row: its level at that time, as far as it
 * is known.
 */
const coveredBy = ({ row, time }: DatedRow, total: number) =>
  (time > total ? (row.covered ?? row.available) : row.available) ?? 0;

/** Returns the total after a new total, or after a level of a location. */
function totalAfter(stock: ChangingStock, level: Level, before: StockRow | undefined): StockRow | undefined {
  const { locationRef, ...row } = level;
  const { available, updatedTime } = row;
  if (locationRef === ANYWHERE) {
    const time = Date.parse(updatedTime);
    let covered = 0;
    for (const [location, dated] of stock) if (location !== ANYWHERE) covered += coveredBy(dated, time);
    const elsewhere = available === null ? 0 : available - covered;
    return { ...row, ...(locationCount(stock) > 0 ? { elsewhere } : {}) };
  }
  const total = stock.get(ANYWHERE)?.row;
  // The levels of the locations have replaced the total of an earlier version, which has no `elsewhere`.
  if (!total || (total.elsewhere === undefined && locationCount(stock) > 0)) return total;
  const { elsewhere = total.available ?? 0 } = total;
  const isCovered = !before || Date.parse(updatedTime) <= timeOf(total);
  if (!isCovered || total.available === null) return { ...total, elsewhere };
  return { ...total, elsewhere: elsewhere - (available ?? 0) + (before?.available ?? 0) };
}

/**
 * Returns the row of a location after a level, with the units that the total includes there, if that is another number.
 */
function rowAfter(total: StockRow | undefined, level: Level, before: StockRow | undefined): StockRow {
  const { available, updatedTime } = level;
  const row = { available, updatedTime };
  if (!total || !before || timeOf(row) <= timeOf(total)) return row;
  const covered = coveredBy(datedRow(before), timeOf(total));
  return covered === available ? row : { ...row, covered };
}

/** Returns a row without its time, if that is far ahead: earlier versions accepted such a time. */
function credibleRow(row: StockRow, now: string): StockRow {
  const { updatedTime, ...untimed } = row;
  return updatedTime !== undefined && isFarAhead(updatedTime, now) ? untimed : row;
}

/** Returns a copy of a variant's stock without the times that are far ahead. */
const credibleStock = (known: Stock, now: string): ChangingStock =>
  new Map(Object.entries(known).map(([location, row]) => [location, datedRow(credibleRow(row, now))]));

/** Applies a level to `stock`, in place. */
function applyLevel(stock: ChangingStock, level: Level, now: string): LevelStatus | "known" {
  const { locationRef, available, updatedTime } = level;
  if (isFarAhead(updatedTime, now)) return "future";
  const before = stock.get(locationRef)?.row;
  if (before && Date.parse(updatedTime) < timeOf(before)) return "stale";
  if (before?.available === available && before.updatedTime === updatedTime) return "known";
  const isLocation = locationRef !== ANYWHERE;
  if (isLocation && !before && locationCount(stock) >= MAX_LOCATIONS) return "full";
  const total = totalAfter(stock, level, before);
  if (total) stock.set(ANYWHERE, datedRow(total));
  if (isLocation) stock.set(locationRef, datedRow(rowAfter(total, level, before)));
  return "applied";
}

/**
 * Returns a variant's stock after levels in this order, and the result of each level. Returns the same object if
 * nothing changes. The newest level of a location counts, in whatever kind of row it arrives. Of two levels with the
 * same time, the one that arrives later counts. `now` is the time of the command, in ISO 8601.
 *
 * A total does not name the locations that it covers. So it is split by the levels of the locations: when the first
 * level of a location arrives, its units are subtracted from the total. The units of locations that are known when the
 * total arrives are subtracted too. The remaining units are `elsewhere`: at locations without a level.
 */
export function applyLevels(
  known: Stock,
  levels: readonly Level[],
  now: string,
): { stock: Stock; statuses: LevelStatus[] } {
  const stock = credibleStock(known, now);
  const outcomes = levels.map((level) => applyLevel(stock, level, now));
  const after = () => Object.fromEntries([...stock].map(([location, { row }]) => [location, row]));
  return {
    stock: outcomes.includes("applied") ? after() : known,
    statuses: outcomes.map((outcome) => (outcome === "known" ? "applied" : outcome)),
  };
}

/**
 * Returns the units that can be sold; null if stock is not tracked, undefined if it is unknown.
 *
 * A total counts until a location has a later level. From then on, the stock is the sum of the locations and the
 * total's `elsewhere`. Whether stock is tracked is not in every total: then the locations say it.
 */
export function unitsOf(stock: Stock): number | null | undefined {
  const rows = locationsOf(stock);
  const total = stock[ANYWHERE];
  if (rows.length === 0) return total?.available;
  if (total?.mayBeUncounted && rows.every(({ available }) => available === null)) return null;
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

/** Whether customers could see the variant at its last change. Records of earlier versions do not store it. */
export const wasShown = ({ isShown, isAvailable, releasedTime, stock }: VariantRecord): boolean =>
  isShown ?? (isAvailable || (releasedTime !== undefined && unitsOf(stock) === undefined));

/** Whether customers can buy a variant that they see: a shop without stock data sells everything that it shows. */
export const isSold = (variant: VariantRecord): boolean =>
  unitsOf(variant.stock) === undefined || isInStock(variant, 1);

/** Whether the variant can be bought, and at least `threshold` units of it if they are counted. */
export function isInStock(variant: VariantRecord, threshold: number): boolean {
  const units = unitsOf(variant.stock);
  if (units === undefined) return false;
  return units === null || variant.inventoryPolicy === "continue" || units >= Math.max(1, threshold);
}
