import { keysOf } from "../keys-of.ts";
import type { AlertType } from "../records/alerts.ts";
import { listDecoderOf } from "../records/decode.ts";

/**
 * Counters of variants, each with its hash and its letter there. `made`, and `standing` for wishes that are neither
 * purchased nor removed, belong to the day of the wish, `removed` to the day of the removal, and the others to the day
 * of the purchase: wishes, units, money in millionths, and seconds since the wish.
 */
const MEASURES = {
  made: ["wishes", "m"],
  removed: ["wishes", "r"],
  standing: ["standing", "s"],
  bought: ["sales", "b"],
  units: ["sales", "u"],
  revenue: ["sales", "v"],
  seconds: ["sales", "t"],
} as const;

type Measure = keyof typeof MEASURES;
export type Group = (typeof MEASURES)[Measure][0];

/** What is counted of whole days. */
const DAILY = ["made", "removed", "bought"] as const;
export type Daily = (typeof DAILY)[number] | "wishlists.created" | "wishlists.deleted" | `alert.${AlertType}`;

/** A variant as wishes name it: by both references, or by both ids. */
export interface VariantName {
  by: "ref" | "id";
  product: string;
  variant: string;
}

interface Dated {
  /** In UTC, such as 2026-01-31. */
  day: string;
  /** Quarter of an hour of the day, from 0 to 95: where days of all time zones begin. */
  quarter: number;
  /** What to add. */
  add: bigint;
}

export type CounterChange = Dated &
  (
    | { what: Measure; variant: VariantName; location?: string | undefined; currency?: string | undefined }
    | { what: Exclude<Daily, Measure>; variant?: undefined }
  );

/** A counter of one variant, location and currency; the location is empty for wishes that name none. */
export interface VariantCount {
  what: Measure;
  variant: VariantName;
  location: string;
  currency: string;
  count: bigint;
}

/** Quarters of an hour of a day. */
export const QUARTERS = 96;

/** A part of a day in UTC: from a quarter of an hour up to another, which is not counted in. */
export interface DayPart {
  day: string;
  from: number;
  to: number;
}

/** Name of the hash with the counters of whole days. */
export const DAYS = "days";
/** A day before all days. */
export const ALWAYS = "0";

/** Name of the hash with what is counted in the quarters of a day, in all or at a location. */
export const quartersOf = (day: string, location?: string) =>
  `${day}:q${location === undefined ? "" : `:${location}`}`;

const isDaily = (what: string): what is Daily => DAILY.some((each) => each === what);

/** Field of the counter of a whole day, in all or at a location. */
export const dailyField = (day: string, what: Daily, location?: string) =>
  JSON.stringify(location === undefined ? [day, what] : [day, what, location]);

type VariantChange = Extract<CounterChange, { variant: VariantName }>;

function variantCounter({
  day,
  what,
  variant,
  location,
  currency,
}: VariantChange): [name: string, field: string] {
  const [group, letter] = MEASURES[what];
  const parts = [letter, variant.by === "ref" ? "r" : "i", variant.product, variant.variant];
  const rest =
    currency === undefined ? (location === undefined ? [] : [location]) : [location ?? "", currency];
  return [`${day}:${group}`, JSON.stringify([...parts, ...rest])];
}

/**
 * The counters of a change: hash and field. Those of quarters repeat the counters of days for the parts of a day; only some
 * changes have them.
 */
function countersOf(change: CounterChange, hasQuarters: boolean): [name: string, field: string][] {
  const { day, quarter, what } = change;
  const counters: [string, string][] = [];
  const addDaily = (each: Daily, location?: string) => {
    counters.push([DAYS, dailyField(day, each, location)]);
    if (hasQuarters) counters.push([quartersOf(day, location), `${each}:${quarter}`]);
  };
  if (change.variant === undefined) {
    addDaily(change.what);
    return counters;
  }
  const [name, field] = variantCounter(change);
  counters.push([name, field]);
  if (hasQuarters) counters.push([`${name}:q`, `${quarter}:${field}`]);
  if (isDaily(what)) {
    addDaily(what);
    if (change.location !== undefined) addDaily(what, change.location);
  }
  return counters;
}

const LETTERS = new Map<string, Measure>(keysOf(MEASURES).map((what) => [MEASURES[what][1], what]));

/** Parts of a variant's field, as {@link variantCounter} has put them together. */
const decodeField = listDecoderOf<string[]>("counter");

/** The counter of a variant that a field of its group has. */
export function variantCountOf(field: string, value: string): VariantCount {
  const [letter = "", by, product = "", variant = "", location = "", currency = ""] = decodeField(field);
  return {
    what: LETTERS.get(letter) ?? "made",
    variant: { by: by === "r" ? "ref" : "id", product, variant },
    location,
    currency,
    count: BigInt(value),
  };
}

/** Counters by hash and field. */
export type Counters = Map<string, Map<string, bigint>>;

/** Adds changes to counters, to those of quarters from a day on. Counters of zero are removed. */
export function addChanges(counters: Counters, changes: Iterable<CounterChange>, exactFrom = ALWAYS): void {
  for (const change of changes) {
    for (const [name, field] of countersOf(change, change.day >= exactFrom)) {
      let hash = counters.get(name);
      if (!hash) counters.set(name, (hash = new Map<string, bigint>()));
      const sum = (hash.get(field) ?? 0n) + change.add;
      if (sum === 0n) hash.delete(field);
      else hash.set(field, sum);
    }
  }
}
