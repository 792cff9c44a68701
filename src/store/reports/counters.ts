import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { batchesOf, weighedBatches } from "../../collections/batches.ts";
import { DAY_MS, HOUR_MS } from "../../units/durations.ts";
import { isEntryBefore } from "../ids/entry-id.ts";
import { escapeGlob } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import type { OutboxEntry } from "../partition/outbox.ts";
import { repliesOf } from "../redis/replies.ts";
import { scanKeys } from "../redis/scan.ts";
import { loadScript } from "../redis/script.ts";
import {
  addChanges,
  BEFORE_ALL_DAYS,
  type CounterChange,
  type Counters,
  type Starts,
} from "./counter-fields.ts";
import { counterKeys, readCounters, STARTS } from "./counter-keys.ts";

const countScript = loadScript("reports/add-to-counters");
const replaceScript = loadScript("reports/replace-counters");

/**
 * Number of changes that one script makes, unless one event has more. It limits how long the script keeps the store
 * busy.
 */
const MAX_CHANGES = 500;
const FIELD_BATCH_SIZE = 1000;
/** How long new counters are kept until they replace the current ones. A killed recount leaves them. */
const NEW_LIFETIME_MS = HOUR_MS;
/** Maximum number of attempts if another relay counts at the same time. */
const MAX_ATTEMPTS = 20;

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

  #keysOf(storeKey: string) {
    return counterKeys(this.#keys, this.#layout, storeKey);
  }

  /**
   * Counts events of one store. The events of each partition must be in order. Skips events that are already counted.
   */
  async count(storeKey: string, events: readonly Counted[]): Promise<void> {
    const counting = events.filter(({ changes }) => changes.length > 0);
    for (const part of weighedBatches(counting, MAX_CHANGES, ({ changes }) => changes.length))
      await this.#count(storeKey, part);
  }

  async #count(storeKey: string, events: readonly Counted[]): Promise<void> {
    const { positions } = this.#keysOf(storeKey);
    const partitions = [...new Set(events.map(({ partition }) => partition.toString()))];
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const known = await this.#redis.hmget(positions, ...STARTS, ...partitions);
      const counted = new Map(partitions.map((partition, i) => [partition, known[STARTS.length + i] ?? ""]));
      const fresh = events.filter(({ partition, id }) => {
        const position = counted.get(partition.toString()) ?? "";
        return position === "" || isEntryBefore(position, id);
      });
      if (fresh.length === 0) return;
      const [quarters, closed] = known;
      const starts = quarters && closed ? { quarters, closed } : await this.begin(storeKey);
      if (await this.#add(storeKey, fresh, counted, starts)) return;
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
    starts: Starts,
  ): Promise<boolean> {
    const { positions, hash } = this.#keysOf(storeKey);
    const counters: Counters = new Map();
    for (const { changes } of events) addChanges(counters, changes, starts);
    const moved = new Map(events.map(({ partition, id }) => [partition.toString(), id]));
    const hashes = [...counters];
    const result = await countScript.run(
      this.#redis,
      [positions, ...hashes.map(([name]) => hash(name))],
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
   * Stores from which days on a store is counted in the newest way, unless it is stored: all days of a new store. A
   * store that was counted by an earlier version begins two days later, when no process of that version is left.
   */
  async begin(storeKey: string): Promise<Starts> {
    const { positions } = this.#keysOf(storeKey);
    const isNew = (await this.#redis.hlen(positions)) === 0;
    const first = isNew ? BEFORE_ALL_DAYS : new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    for (const name of STARTS) await this.#redis.hsetnx(positions, name, first);
    const [quarters, closed] = await this.#redis.hmget(positions, ...STARTS);
    return { quarters: quarters ?? first, closed: closed ?? first };
  }

  /** Reads the positions of the last counted events. */
  positions(storeKey: string): Promise<Positions> {
    return this.#redis.hgetall(this.#keysOf(storeKey).positions);
  }

  /** Finds the names of the existing hashes with such keys. */
  async #names(keyOf: (name: string) => string): Promise<string[]> {
    const start = keyOf("");
    const names: string[] = [];
    const match = `${escapeGlob(start)}*`;
    for await (const found of scanKeys(this.#redis, match, FIELD_BATCH_SIZE))
      names.push(...found.map((key) => key.slice(start.length)));
    return [...new Set(names)];
  }

  /** Reads all counters of a store. */
  async all(storeKey: string): Promise<Counters> {
    const { hash } = this.#keysOf(storeKey);
    const names = await this.#names(hash);
    const counters: Counters = new Map();
    for (const name of names) {
      const fields = await readCounters(this.#redis, hash(name));
      if (fields.size > 0)
        counters.set(name, new Map([...fields].map(([field, value]) => [field, BigInt(value)])));
    }
    return counters;
  }

  /**
   * Replaces a store's counters by new ones that count all events up to `positions`. Resolves to false, without a
   * change, if further events have been counted since. Several calls at the same time do not affect each other.
   */
  async replace(storeKey: string, counters: Counters, positions: Positions): Promise<boolean> {
    const { positions: positionsKey, hash, newHash, leftHash } = this.#keysOf(storeKey);
    const left = await this.#names(leftHash);
    if (left.length > 0) await this.#redis.unlink(...left.map(leftHash));
    const run = randomBytes(9).toString("base64url");
    const fresh = [...counters].filter(([, fields]) => fields.size > 0);
    for (const [name, fields] of fresh) {
      const key = newHash(run, name);
      const flat = [...fields].flatMap(([field, count]) => [field, count.toString()]);
      for (const batch of batchesOf(flat, FIELD_BATCH_SIZE * 2))
        await repliesOf(
          this.#redis
            .multi()
            .hset(key, ...batch)
            .pexpire(key, NEW_LIFETIME_MS),
        );
    }
    const old = await this.#names(hash);
    const replaced = await replaceScript.run(
      this.#redis,
      [positionsKey, ...old.map(hash), ...fresh.flatMap(([name]) => [newHash(run, name), hash(name)])],
      [old.length.toString(), ...Object.entries(positions).flat()],
    );
    return replaced === 1;
  }
}
