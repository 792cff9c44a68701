import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { DAY_MS } from "../../units/durations.ts";
import { isEntryBefore } from "../ids/entry-id.ts";
import { literal } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import type { OutboxEntry } from "../partition/outbox.ts";
import { scanKeys } from "../redis/scan.ts";
import { loadScript } from "../redis/script.ts";
import {
  addChanges,
  ALWAYS,
  type CounterChange,
  type Counters,
  type Daily,
  dailyField,
  type DayPart,
  DAYS,
  type Group,
  QUARTERS,
  quartersOf,
  type VariantCount,
  variantCountOf,
} from "./counter-fields.ts";

const countScript = loadScript("reports/add-to-counters");
const replaceScript = loadScript("reports/replace-counters");

/** Number of events that one script counts. It limits how long the script keeps the store busy. */
const EVENT_BATCH_SIZE = 1000;
const FIELD_BATCH_SIZE = 1000;
/** Number of days that are read at once. */
const DAY_BATCH_SIZE = 31;
/** Maximum number of attempts if another relay counts at the same time. */
const MAX_ATTEMPTS = 20;
/**
 * Field of the positions: the first day with all its counters of quarters. Earlier days were counted only as a whole.
 */
const EXACT_FROM = "quarters";

/** An event of a store with its changes of the counters. */
interface Counted extends Pick<OutboxEntry, "partition" | "id"> {
  changes: readonly CounterChange[];
}

/** Positions in the outboxes, by partition. */
type Positions = Record<string, string>;

/**
 * A store's counters for reports. They are sums over its records: each event adds its changes. The position up to which
 * the events of each partition are counted is stored together with the counters.
 */
export class ReportCounters {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #partitionOf(storeKey: string): number {
    return this.#layout.partitionOf(`tallies ${storeKey}`);
  }

  /**
   * Counts events of one store. The events of each partition must be in order. Skips events that are already counted.
   */
  async count(storeKey: string, events: readonly Counted[]): Promise<void> {
    const counting = events.filter(({ changes }) => changes.length > 0);
    for (const batch of batchesOf(counting, EVENT_BATCH_SIZE)) await this.#count(storeKey, batch);
  }

  async #count(storeKey: string, events: readonly Counted[]): Promise<void> {
    const positions = this.#keys.counterPositions(this.#partitionOf(storeKey), storeKey);
    const partitions = [...new Set(events.map(({ partition }) => partition.toString()))];
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const known = await this.#redis.hmget(positions, ...partitions, EXACT_FROM);
      const counted = new Map(partitions.map((partition, i) => [partition, known[i] ?? ""]));
      const fresh = events.filter(({ partition, id }) => {
        const position = counted.get(partition.toString()) ?? "";
        return position === "" || isEntryBefore(position, id);
      });
      if (fresh.length === 0) return;
      const exactFrom = await this.#exactFrom(positions, known.at(-1) ?? undefined);
      if (await this.#add(storeKey, fresh, counted, exactFrom)) return;
    }
    throw new Error(`the counters of ${storeKey} were changed by others in each attempt`);
  }

  /**
   * Adds events to the counters, if the positions are still `counted`. Resolves to false, without a change, if another
   * process has counted in the meantime.
   */
  async #add(
    storeKey: string,
    events: readonly Counted[],
    counted: ReadonlyMap<string, string>,
    exactFrom: string,
  ): Promise<boolean> {
    const counterPartition = this.#partitionOf(storeKey);
    const counters: Counters = new Map();
    for (const { changes } of events) addChanges(counters, changes, exactFrom);
    const moved = new Map(events.map(({ partition, id }) => [partition.toString(), id]));
    const hashes = [...counters];
    const result = await countScript.run(
      this.#redis,
      [
        this.#keys.counterPositions(counterPartition, storeKey),
        ...hashes.map(([name]) => this.#keys.counters(counterPartition, storeKey, name)),
      ],
      [
        moved.size.toString(),
        ...[...moved].flatMap(([partition, id]) => [partition, counted.get(partition) ?? "", id]),
        ...hashes.flatMap(([, fields], i) =>
          [...fields].flatMap(([field, add]) => [(i + 1).toString(), field, add.toString()]),
        ),
      ],
    );
    return result === 1;
  }

  /**
   * Returns the first day of a store that is also counted by quarters: all days for a new store. A store that was
   * counted by an earlier version, which had no quarters, gets them two days later, when no process of that version is
   * left.
   */
  async #exactFrom(positions: string, known: string | undefined): Promise<string> {
    if (known !== undefined) return known;
    const isNew = (await this.#redis.hlen(positions)) === 0;
    const first = isNew ? ALWAYS : new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    await this.#redis.hsetnx(positions, EXACT_FROM, first);
    return (await this.#redis.hget(positions, EXACT_FROM)) ?? first;
  }

  /** Returns the first day whose parts can be read. Earlier days can only be read as a whole. */
  async exactFrom(storeKey: string): Promise<string> {
    const positions = this.#keys.counterPositions(this.#partitionOf(storeKey), storeKey);
    const [exactFrom, count] = await Promise.all([
      this.#redis.hget(positions, EXACT_FROM),
      this.#redis.hlen(positions),
    ]);
    return exactFrom ?? (count === 0 ? ALWAYS : "9999-12-31");
  }

  /** Calls `visit` with every counter of one group in these parts of days. */
  async eachVariant(
    storeKey: string,
    group: Group,
    parts: readonly DayPart[],
    visit: (count: VariantCount) => void,
  ): Promise<void> {
    for (const batch of batchesOf(parts, DAY_BATCH_SIZE))
      await Promise.all(batch.map((part) => this.#eachOfPart(storeKey, group, part, visit)));
  }

  async #eachOfPart(
    storeKey: string,
    group: Group,
    { day, from, to }: DayPart,
    visit: (count: VariantCount) => void,
  ): Promise<void> {
    if (from === 0 && to === QUARTERS) {
      for (const [field, value] of await this.#read(storeKey, `${day}:${group}`))
        visit(variantCountOf(field, value));
      return;
    }
    for (const [field, value] of await this.#read(storeKey, `${day}:${group}:q`)) {
      const at = field.indexOf(":");
      const quarter = Number(field.slice(0, at));
      if (quarter >= from && quarter < to) visit(variantCountOf(field.slice(at + 1), value));
    }
  }

  /** Reads a whole hash in parts, because it may be large. */
  async #read(storeKey: string, name: string): Promise<Map<string, string>> {
    const key = this.#keys.counters(this.#partitionOf(storeKey), storeKey, name);
    const fields = new Map<string, string>();
    let cursor = "0";
    do {
      const [next, flat] = await this.#redis.hscan(key, cursor, "COUNT", FIELD_BATCH_SIZE);
      for (const [field = "", value = "0"] of batchesOf(flat, 2)) fields.set(field, value);
      cursor = next;
    } while (cursor !== "0");
    return fields;
  }

  /** Reads the sums of counters over parts of days, in the order of `what`. For `location` see {@link daily}. */
  async ofParts(
    storeKey: string,
    parts: readonly DayPart[],
    what: readonly Daily[],
    location: string | undefined,
  ): Promise<number[]> {
    const whole = parts.filter(({ from, to }) => from === 0 && to === QUARTERS).map(({ day }) => day);
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
    const key = this.#keys.counters(this.#partitionOf(storeKey), storeKey, DAYS);
    const fields = days.flatMap((day) => what.map((daily) => dailyField(day, daily, location)));
    const counts = await this.#redis.hmget(key, ...fields);
    return days.map((_, i) => what.map((_, j) => Number(counts[i * what.length + j] ?? 0)));
  }

  /** Reads the positions of the last counted events. */
  positions(storeKey: string): Promise<Positions> {
    return this.#redis.hgetall(this.#keys.counterPositions(this.#partitionOf(storeKey), storeKey));
  }

  /** Finds the names of the existing hashes with such keys. */
  async #names(keyOf: (name: string) => string): Promise<string[]> {
    const start = keyOf("");
    const names: string[] = [];
    const match = `${literal(start)}*`;
    for await (const found of scanKeys(this.#redis, match, FIELD_BATCH_SIZE))
      names.push(...found.map((key) => key.slice(start.length)));
    return [...new Set(names)];
  }

  /** Reads all counters of a store. */
  async all(storeKey: string): Promise<Counters> {
    const counterPartition = this.#partitionOf(storeKey);
    const names = await this.#names((name) => this.#keys.counters(counterPartition, storeKey, name));
    const counters: Counters = new Map();
    for (const name of names) {
      const fields = await this.#read(storeKey, name);
      if (fields.size > 0)
        counters.set(name, new Map([...fields].map(([field, value]) => [field, BigInt(value)])));
    }
    return counters;
  }

  /**
   * Replaces a store's counters by new ones that count all events up to `positions`. Resolves to false, without a
   * change, if further events have been counted since.
   */
  async replace(storeKey: string, counters: Counters, positions: Positions): Promise<boolean> {
    const counterPartition = this.#partitionOf(storeKey);
    const currentKey = (name: string) => this.#keys.counters(counterPartition, storeKey, name);
    const newKey = (name: string) => this.#keys.newCounters(counterPartition, storeKey, name);
    const left = await this.#names(newKey);
    if (left.length > 0) await this.#redis.unlink(...left.map(newKey));
    const fresh = [...counters].filter(([, fields]) => fields.size > 0);
    for (const [name, fields] of fresh) {
      const flat = [...fields].flatMap(([field, count]) => [field, count.toString()]);
      for (const batch of batchesOf(flat, FIELD_BATCH_SIZE * 2))
        await this.#redis.hset(newKey(name), ...batch);
    }
    const old = await this.#names(currentKey);
    const replaced = await replaceScript.run(
      this.#redis,
      [
        this.#keys.counterPositions(counterPartition, storeKey),
        ...old.map(currentKey),
        ...fresh.flatMap(([name]) => [newKey(name), currentKey(name)]),
      ],
      [old.length.toString(), ...Object.entries(positions).flat()],
    );
    return replaced === 1;
  }
}
