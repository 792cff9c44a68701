import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { eachInTurns } from "../../collections/in-turns.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import {
  BEFORE_ALL_DAYS,
  type Daily,
  dailyField,
  type DayPart,
  DAYS_FIELD,
  type CounterGroup,
  QUARTERS,
  quartersOf,
  type Starts,
  type VariantCount,
  variantCountOf,
  type WishCount,
  wishCountsOf,
} from "./counter-fields.ts";
import { counterKeys, readCounters, STARTS } from "./counter-keys.ts";

/** Number of days that are read at once. */
const DAY_BATCH_SIZE = 31;
/** A day after all days. */
const NEVER = "9999-12-31";

const isWhole = ({ from, to }: DayPart) => from === 0 && to === QUARTERS;

/** Calls `visit` with the counters of a part of a day. There may be a few for each variant of the store. */
function eachOfPart(
  part: DayPart,
  counters: ReadonlyMap<string, string>,
  visit: (count: VariantCount) => void,
): Promise<void> {
  if (isWhole(part)) return eachInTurns(counters, ([field, value]) => visit(variantCountOf(field, value)));
  return eachInTurns(counters, ([field, value]) => {
    const at = field.indexOf(":");
    const quarter = Number(field.slice(0, at));
    if (quarter >= part.from && quarter < part.to) visit(variantCountOf(field.slice(at + 1), value));
  });
}

/** Reads the counters of stores for reports ({@link file://./counters.ts}). */
export class CounterReader {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #keysOf(storeKey: string) {
    return counterKeys(this.#keys, this.#layout, storeKey);
  }

  #read(storeKey: string, name: string): Promise<Map<string, string>> {
    return readCounters(this.#redis, this.#keysOf(storeKey).hash(name));
  }

  /** Returns from which days on a store is counted in the newest way. Parts of earlier days cannot be read. */
  async starts(storeKey: string): Promise<Starts> {
    const { positions } = this.#keysOf(storeKey);
    const [[quarters, closed], count] = await Promise.all([
      this.#redis.hmget(positions, ...STARTS),
      this.#redis.hlen(positions),
    ]);
    const unknown = count === 0 ? BEFORE_ALL_DAYS : NEVER;
    return { quarters: quarters ?? unknown, closed: closed ?? unknown };
  }

  /** Calls `visit` with every counter of one group in these parts of days. */
  async eachVariant(
    storeKey: string,
    group: CounterGroup,
    parts: readonly DayPart[],
    visit: (count: VariantCount) => void,
  ): Promise<void> {
    for (const batch of batchesOf(parts, DAY_BATCH_SIZE)) {
      const read = await Promise.all(batch.map((part) => this.#readPart(storeKey, group, part)));
      for (const [i, part] of batch.entries()) await eachOfPart(part, read[i] ?? new Map(), visit);
    }
  }

  /**
   * Calls `visit` with the counters of wishes in these parts of days. Those of open wishes may be negative parts of
   * sums.
   */
  async eachWish(
    storeKey: string,
    parts: readonly DayPart[],
    visit: (count: WishCount) => void,
  ): Promise<void> {
    const { closed } = await this.starts(storeKey);
    const [newer, older] = [
      parts.filter(({ day }) => day >= closed),
      parts.filter(({ day }) => day < closed),
    ];
    const visitAll = (day: { hasClosed: boolean }) => (count: VariantCount) => {
      for (const wish of wishCountsOf(count, day)) visit(wish);
    };
    await this.eachVariant(storeKey, "wishes", newer, visitAll({ hasClosed: true }));
    for (const group of ["wishes", "standing"] as const)
      await this.eachVariant(storeKey, group, older, visitAll({ hasClosed: false }));
  }

  #readPart(storeKey: string, group: CounterGroup, part: DayPart): Promise<Map<string, string>> {
    return this.#read(storeKey, `${part.day}:${group}${isWhole(part) ? "" : ":q"}`);
  }

  /** Reads the sums of counters over parts of days, in the order of `what`. For `location` see {@link daily}. */
  async ofParts(
    storeKey: string,
    parts: readonly DayPart[],
    what: readonly Daily[],
    location: string | undefined,
  ): Promise<number[]> {
    const whole = parts.filter(isWhole).map(({ day }) => day);
    const counts = await this.daily(storeKey, whole, what, location);
    const sums = what.map((_, i) => counts.reduce((sum, row) => sum + (row[i] ?? 0), 0));
    for (const { day, from, to } of parts.filter((part) => !whole.includes(part.day))) {
      const hash = await this.#read(storeKey, quartersOf(day, location));
      for (let quarter = from; quarter < to; quarter++)
        for (const [i, daily] of what.entries())
          sums[i] = (sums[i] ?? 0) + Number(hash.get(`${daily}:${quarter}`) ?? 0);
    }
    return sums;
  }

  /**
   * Reads counters of whole days, per day in the order of `what`. With `location`, reads those of one location, if they
   * are counted by location.
   */
  async daily(
    storeKey: string,
    days: readonly string[],
    what: readonly Daily[],
    location: string | undefined,
  ): Promise<number[][]> {
    if (days.length === 0) return [];
    const fields = days.flatMap((day) => what.map((daily) => dailyField(day, daily, location)));
    const counts = await this.#redis.hmget(this.#keysOf(storeKey).hash(DAYS_FIELD), ...fields);
    return days.map((_, i) => what.map((_, j) => Number(counts[i * what.length + j] ?? 0)));
  }
}
