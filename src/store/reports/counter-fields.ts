import { keysOf } from "../../collections/keys-of.ts";
import type { AlertType } from "../records/alerts.ts";
import { listDecoderOf } from "../records/decode.ts";

/**
 * Counters of variants, each with its hash and its letter in the hash. `made` counts wishes, and `closed` wishes that
 * are purchased or removed, both on the day of the wish. `removed` counts wishes on the day of the removal. The others
 * count on the day of the purchase: wishes, units, money in millionths, and seconds since the wish.
 *
 * Days before {@link Starts.closed} have `standing` instead of `closed`: wishes that are neither purchased nor removed.
 */
const MEASURES = {
  made: ["wishes", "m"],
  removed: ["wishes", "r"],
  closed: ["wishes", "c"],
  standing: ["standing", "s"],
  bought: ["sales", "b"],
  units: ["sales", "u"],
  revenue: ["sales", "v"],
  seconds: ["sales", "t"],
} as const;

type Measure = keyof typeof MEASURES;
export type CounterGroup = (typeof MEASURES)[Measure][0];

/** The counters of whole days. */
const DAILY = ["made", "removed", "bought"] as const;
export type Daily = (typeof DAILY)[number] | "wishlists.created" | "wishlists.deleted" | `alert.${AlertType}`;

/** The name of a variant in wishes: both references, or both ids. */
export interface VariantName {
  by: "ref" | "id";
  product: string;
  variant: string;
}

interface Dated {
  /** In UTC, such as 2026-01-31. */
  day: string;
  /** Quarter of an hour of the day, from 0 to 95. In every time zone, days begin at one of them. */
  quarter: number;
  /** What to add. */
  add: bigint;
}

export type CounterChange = Dated &
  (
    | {
        what: Exclude<Measure, "standing">;
        variant: VariantName;
        location?: string | undefined;
        currency?: string | undefined;
      }
    | { what: Exclude<Daily, Measure>; variant?: undefined }
  );

/** A counter of one variant, location and currency. The location is empty for wishes without a location. */
export interface VariantCount {
  what: Measure;
  variant: VariantName;
  location: string;
  currency: string;
  count: bigint;
}

/**
 * What a counter adds to the numbers of wishes, on the day of the wish or of its removal. `open` wishes are neither
 * purchased nor removed.
 */
export type WishCounts = Partial<Record<"made" | "removed" | "open", bigint>>;

/** The first days, in UTC, that are counted in the newest way. Earlier versions have counted the days before. */
export interface Starts {
  /** The first day with counters of quarters. */
  quarters: string;
  /** The first day with `closed` counters of wishes, so that an open wish has only one counter. */
  closed: string;
}

/** Number of quarters of an hour of a day. */
export const QUARTERS = 96;

/** A part of a day in UTC: from one quarter of an hour to another, which is excluded. */
export interface DayPart {
  day: string;
  from: number;
  to: number;
}

/** Name of the hash with the counters of whole days. */
export const DAYS_FIELD = "days";
/** A day before all days. */
export const BEFORE_ALL_DAYS = "0";

/** Returns the name of the hash with the counters of the quarters of a day, in total or at a location. */
export const quartersOf = (day: string, location?: string) =>
  `${day}:q${location === undefined ? "" : `:${location}`}`;

const isDaily = (what: string): what is Daily => DAILY.some((daily) => daily === what);

/** Returns the field of the counter of a whole day, in total or at a location. */
export const dailyField = (day: string, what: Daily, location?: string) =>
  JSON.stringify(location === undefined ? [day, what] : [day, what, location]);

type VariantChange = Dated &
  Pick<VariantCount, "what" | "variant"> & { location?: string | undefined; currency?: string | undefined };

function variantCounter({
  day,
  what,
  variant,
  location,
  currency,
}: VariantChange): [name: string, field: string] {
  const [group, letter] = MEASURES[what];
  const parts = [letter, variant.by === "ref" ? "r" : "i", variant.product, variant.variant];
  const suffix =
    currency === undefined ? (location === undefined ? [] : [location]) : [location ?? "", currency];
  return [`${day}:${group}`, JSON.stringify([...parts, ...suffix])];
}

/** A counter and what to add to it. */
type Addition = [name: string, field: string, add: bigint];

/** Returns what a change adds to the counters of its variant; both before and after {@link Starts.closed}. */
function changesOfVariant(
  change: Extract<CounterChange, { variant: VariantName }>,
  { closed }: Starts,
): VariantChange[] {
  if (change.day >= closed) return [change];
  if (change.what === "closed") return [{ ...change, what: "standing", add: -change.add }];
  return change.what === "made" ? [change, { ...change, what: "standing" }] : [change];
}

/**
 * Returns what a change adds to counters. The counters of quarters repeat the counters of days for parts of a day; only
 * some days have them.
 */
function additionsOf(change: CounterChange, starts: Starts): Addition[] {
  const { day, quarter, what, add } = change;
  const hasQuarters = day >= starts.quarters;
  const additions: Addition[] = [];
  const addDaily = (daily: Daily, location?: string) => {
    additions.push([DAYS_FIELD, dailyField(day, daily, location), add]);
    if (hasQuarters) additions.push([quartersOf(day, location), `${daily}:${quarter}`, add]);
  };
  if (change.variant === undefined) {
    addDaily(change.what);
    return additions;
  }
  for (const each of changesOfVariant(change, starts)) {
    const [name, field] = variantCounter(each);
    additions.push([name, field, each.add]);
    if (hasQuarters) additions.push([`${name}:q`, `${quarter}:${field}`, each.add]);
  }
  if (isDaily(what)) {
    addDaily(what);
    if (change.location !== undefined) addDaily(what, change.location);
  }
  return additions;
}

const LETTERS = new Map<string, Measure>(keysOf(MEASURES).map((what) => [MEASURES[what][1], what]));

/** Decodes the parts of a variant's field that {@link variantCounter} has joined. */
const decodeField = listDecoderOf<string[]>("counter");

const nameTypeOf = (by: string | undefined): VariantName["by"] => (by === "r" ? "ref" : "id");

/** Reads the counter of a variant from a field of its group. */
export function variantCountOf(field: string, value: string): VariantCount {
  const [letter = "", by, product = "", variant = "", location = "", currency = ""] = decodeField(field);
  return {
    what: LETTERS.get(letter) ?? "made",
    variant: { by: nameTypeOf(by), product, variant },
    location,
    currency,
    count: BigInt(value),
  };
}

/** What counters have in common that are summed up. */
export type Summed = Pick<VariantCount, "variant" | "currency">;

/** Returns the text by which a sum is found. */
export const sumKeyOf = ({ variant: { by, product, variant }, currency }: Summed): string =>
  JSON.stringify([by === "ref" ? "r" : "i", product, variant, currency]);

/** Returns what {@link sumKeyOf} has written. */
export function summedIn(key: string): Summed {
  const [by, product = "", variant = "", currency = ""] = decodeField(key);
  return { variant: { by: nameTypeOf(by), product, variant }, currency };
}

/**
 * Returns what a counter adds to the numbers of wishes.
 * @param day.hasClosed whether its day has `closed` counters
 */
export function wishCountsOf(
  { what, count }: VariantCount,
  { hasClosed }: { hasClosed: boolean },
): WishCounts {
  switch (what) {
    case "made":
      return hasClosed ? { made: count, open: count } : { made: count };
    case "closed":
      return { open: -count };
    case "standing":
      return { open: count };
    case "removed":
      return { removed: count };
    default:
      return {};
  }
}

/** Counters by hash and field. */
export type Counters = Map<string, Map<string, bigint>>;

/** Adds changes to counters. Removes counters that become zero. */
export function addChanges(counters: Counters, changes: Iterable<CounterChange>, starts: Starts): void {
  for (const change of changes) {
    for (const [name, field, add] of additionsOf(change, starts)) {
      let hash = counters.get(name);
      if (!hash) counters.set(name, (hash = new Map<string, bigint>()));
      const sum = (hash.get(field) ?? 0n) + add;
      if (sum === 0n) hash.delete(field);
      else hash.set(field, sum);
    }
  }
}
