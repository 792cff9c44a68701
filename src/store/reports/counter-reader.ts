import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
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
  type WishCounts,
  wishCountsOf,
} from "./counter-fields.ts";
import { counterBatches, counterKeys, readCounters, STARTS } from "./counter-keys.ts";

/** Number of days that are read at once. */
const DAY_BATCH_SIZE = 4;
/** A day after all days. */
const NEVER = "9999-12-31";

const isWhole = ({ from, to }: DayPart) => from === 0 && to === QUARTERS;

/**
 * Returns the field of a counter of a whole day, from a field of a day's hash or of its hash of quarters; undefined for
 * a counter of another part of the day.
 */
function fieldOfPart(part: DayPart, name: string): string | undefined {
  if (isWhole(part)) return name;
  const at = name.indexOf(":");
  const quarter = Number(name.slice(0, at));
  return quarter >= part.from && quarter < part.to ? name.slice(at + 1) : undefined;
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
    for (const batch of batchesOf(parts, DAY_BATCH_SIZE))
      await Promise.all(batch.map((part) => this.#eachOfPart(storeKey, group, part, visit)));
  }

  async #eachOfPart(
    storeKey: string,
    group: CounterGroup,
    part: DayPart,
    visit: (count: VariantCount) => void,
  ): Promise<void> {
    const key = this.#keysOf(storeKey).hash(`${part.day}:${group}${isWhole(part) ? "" : ":q"}`);
    for await (const batch of counterBatches(this.#redis, key))
      for (const { name, text } of batch) {
        const field = fieldOfPart(part, name);
        if (field !== undefined) visit(variantCountOf(field, text));
      }
  }

  /**
   * Calls `visit` with the counters of wishes in these parts of days, and with what each adds to the numbers of wishes.
   */
  async eachWish(
    storeKey: string,
    parts: readonly DayPart[],
    visit: (counter: VariantCount, counts: WishCounts) => void,
  ): Promise<void> {
    const { closed } = await this.starts(storeKey);
    const [newer, older] = [
      parts.filter(({ day }) => day >= closed),
      parts.filter(({ day }) => day < closed),
    ];
    const visitAll = (day: { hasClosed: boolean }) => (counter: VariantCount) =>
      visit(counter, wishCountsOf(counter, day));
    await this.eachVariant(storeKey, "wishes", newer, visitAll({ hasClosed: true }));
    for (const group of ["wishes", "standing"] as const)
      await this.eachVariant(storeKey, group, older, visitAll({ hasClosed: false }));
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
      const hash = await readCounters(this.#redis, this.#keysOf(storeKey).hash(quartersOf(day, location)));
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
