import type { Redis } from "ioredis";
import { weighedBatches } from "../../collections/batches.ts";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { KeyPattern } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import { RECORD_OVERHEAD, WISHLIST } from "../records/fields.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { mastersOf } from "../redis/connection/cluster/cluster-connection.ts";
import { perSlot } from "../redis/connection/cluster/per-slot.ts";
import { readField, readNumber, readNumbers, repliesOf } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { historiesOf } from "../redis/server/history.ts";
import { recordStores } from "./store-keys.ts";
import { tenantOf } from "./tenant.ts";

const measureScript = loadTypedScript("tenants/measure-records", readNumbers);

const SCAN_BATCH_SIZE = 500;
/**
 * Maximum number of fields that one script call measures, in which Redis serves nothing else. A hash with more has its
 * own call.
 */
const MAX_FIELDS = 2000;
/** Letters of the keys of wishlists, customers, products and orders, whose hashes contain all records. */
const LETTERS = [KEY_LETTERS.wishlist, KEY_LETTERS.customer, KEY_LETTERS.product, KEY_LETTERS.order].join("");
/** Cursor at the beginning of the first scan, which does not mean the end of the count. */
const FIRST_CURSOR = "0 0";

/** Bytes by partition and tenant: `<partition> <tenant>`. */
type Bytes = Record<string, number>;

/** The progress of a count of all records, as JSON that is kept between its steps. */
export interface StoredCountState {
  /** Names of the servers' data histories: the cursor has a meaning only there. A version before this has none. */
  histories?: string;
  /** Number of a scan and its cursor; `0` before the first step and at the end of the count. */
  cursor: string;
  /** Values of the counters at the start. */
  started: Bytes;
  /** Bytes that were counted so far. */
  counted: Bytes;
}

interface StoredCountOptions {
  batchSize?: number;
  onUndecodable?: OnUndecodable;
}

/** What a key adds to the counter of a tenant in a partition. */
interface Found {
  partition: number;
  tenant: string;
  bytes: number;
}

/**
 * Counts the bytes of all stored records, pending stock and tombstones again, to correct counters that are wrong
 * because of records that are older than the counters, because something has expired, or because a store was restored
 * in part.
 */
export class StoredCount {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;
  readonly #batchSize: number;
  readonly #onUndecodable: OnUndecodable;

  /** `batchSize` is the approximate number of keys that each step reads. */
  constructor(
    redis: Redis,
    keys: Keys,
    partitions: number,
    { batchSize = SCAN_BATCH_SIZE, onUndecodable = refuseUndecodable }: StoredCountOptions = {},
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
    this.#batchSize = batchSize;
    this.#onUndecodable = onUndecodable;
  }

  /** Starts a count. It has ended when a {@link step} returns the cursor `0` again. */
  async start(): Promise<StoredCountState> {
    const histories = await this.#histories();
    return { histories, cursor: "0", started: await this.#counters(), counted: {} };
  }

  /**
   * Counts some more keys, and adds to the sums of the state: there may be very many, so they are not copied. SCAN may
   * find a key twice: the next count corrects that. Begins again if a server was replaced or restarted since the start.
   */
  async step({ histories, cursor, started, counted }: StoredCountState): Promise<StoredCountState> {
    const [at = "0", from = "0"] = cursor.includes(" ") ? cursor.split(" ") : ["0", cursor];
    const scans = this.#scans();
    const scan = scans[Number(at)];
    const [onNode = "0", keys = []] =
      (await scan?.master.scan(from, "MATCH", scan.pattern.match, "COUNT", this.#batchSize)) ?? [];
    const isLast = Number(at) + 1 >= scans.length;
    const next = onNode === "0" ? (isLast ? "0" : `${Number(at) + 1} 0`) : `${at} ${onNode}`;
    for (const { partition, tenant, bytes } of (await scan?.measure(keys.filter(scan.pattern.isOf))) ?? []) {
      const name = `${partition} ${tenant}`;
      counted[name] = (counted[name] ?? 0) + bytes;
    }
    // Read after the scan: a server that was replaced before it may have left out keys.
    if (histories !== (await this.#histories())) return { ...(await this.start()), cursor: FIRST_CURSOR };
    return { histories, cursor: next, started, counted };
  }

  async #histories(): Promise<string> {
    return (await historiesOf(this.#redis)).join();
  }

  /** Returns the scans of a count, each of all masters: the keys with records, the pending stock, the tombstones. */
  #scans() {
    const masters = mastersOf(this.#redis);
    const scansOf = (pattern: KeyPattern, measure: (keys: readonly string[]) => Promise<Found[]>) =>
      masters.map((master) => ({ master, pattern, measure }));
    return [
      ...scansOf(this.#keys.everyOf(LETTERS), this.#measureRecords.bind(this)),
      ...scansOf(this.#keys.everyPendingStock, this.#measurePending.bind(this)),
      ...scansOf(this.#keys.everyOf(KEY_LETTERS.tombstone), this.#measureTombstones.bind(this)),
    ];
  }

  async #measureRecords(found: readonly string[]): Promise<Found[]> {
    const [bytes, storeKeys] = await Promise.all([this.#measure(found), this.#storeKeys(found)]);
    // Stores of earlier versions whose last client was deleted are recorded only here.
    await recordStores(
      this.#redis,
      this.#keys,
      storeKeys.filter((storeKey) => storeKey !== ""),
    );
    return found.map((key, i) => ({
      partition: this.#keys.partsOf(key).partition,
      tenant: tenantOf(storeKeys[i] ?? ""),
      bytes: bytes[i] ?? 0,
    }));
  }

  async #measurePending(found: readonly string[]): Promise<Found[]> {
    const bytes = await this.#bytesOf(found, ["all"]);
    return found.map((key) => ({
      partition: this.#keys.partitionOf(key),
      tenant: this.#keys.tenantOf(key) ?? "",
      bytes: bytes.get(key) ?? 0,
    }));
  }

  async #measureTombstones(found: readonly string[]): Promise<Found[]> {
    const pipeline = this.#redis.pipeline();
    for (const key of found) pipeline.strlen(key);
    const lengths = (await repliesOf(pipeline)).map(readNumber);
    return found.map((key, i) => {
      const { partition, id } = this.#keys.partsOf(key);
      const length = lengths[i] ?? 0;
      // A tombstone that has expired in the meantime has no text.
      const bytes = length === 0 ? 0 : RECORD_OVERHEAD + length;
      return { partition, tenant: tenantOf(partsOfSlot(id).storeKey), bytes };
    });
  }

  /**
   * Replaces the counters by the counted values. A counter that has changed by half of its error since the start is
   * left to the next count: writes in the meantime may or may not be in the counted value. Resolves to the number of
   * corrected counters.
   */
  async finish({ started, counted }: StoredCountState): Promise<number> {
    const now = await this.#counters();
    const pipeline = this.#redis.pipeline();
    for (const name of new Set([...Object.keys(now), ...Object.keys(counted)])) {
      const { [name]: current = 0 } = now;
      const error = (counted[name] ?? 0) - current;
      const moved = Math.abs(current - (started[name] ?? 0));
      if (error === 0 || Math.abs(error) <= 2 * moved) continue;
      const [partition = "", tenant = ""] = name.split(" ");
      pipeline.hincrby(this.#keys.storedBytes(Number(partition)), tenant, error);
    }
    await repliesOf(pipeline);
    return pipeline.length;
  }

  async #counters(): Promise<Bytes> {
    const bytes: Bytes = {};
    for (let partition = 0; partition < this.#partitions; partition++) {
      const counters = await this.#redis.hgetall(this.#keys.storedBytes(partition));
      for (const [tenant, count] of Object.entries(counters)) bytes[`${partition} ${tenant}`] = Number(count);
    }
    return bytes;
  }

  /** Measures the bytes of the records of each key; for a wishlist, including its removed items. */
  async #measure(found: readonly string[]): Promise<number[]> {
    const hashes = found.flatMap((key) => {
      const { partition, letter, id } = this.#keys.partsOf(key);
      return letter === KEY_LETTERS.wishlist ? [key, this.#keys.removedItems(partition, id)] : [key];
    });
    const bytesOf = await this.#bytesOf(hashes, []);
    return found.map((key) => {
      const { partition, letter, id } = this.#keys.partsOf(key);
      const removed =
        letter === KEY_LETTERS.wishlist ? bytesOf.get(this.#keys.removedItems(partition, id)) : 0;
      return (bytesOf.get(key) ?? 0) + (removed ?? 0);
    });
  }

  /** Measures hashes. `args` are those of the script. */
  async #bytesOf(hashes: readonly string[], args: string[]): Promise<Map<string, number>> {
    const pipeline = this.#redis.pipeline();
    for (const hash of hashes) pipeline.hlen(hash);
    const lengths = (await repliesOf(pipeline)).map(readNumber);
    const sized = hashes.map((hash, i) => ({ hash, length: lengths[i] ?? 0 }));
    const bytes = new Map<string, number>();
    // One part after the other: in between, the store serves others.
    for (const batch of weighedBatches(sized, MAX_FIELDS, ({ length }) => length)) {
      const part = batch.map(({ hash }) => hash);
      const measured = await this.#measurePart(part, args);
      for (const [i, hash] of part.entries()) bytes.set(hash, measured[i] ?? 0);
    }
    return bytes;
  }

  #measurePart(hashes: readonly string[], args: string[]): Promise<readonly number[]> {
    return perSlot(
      this.#redis,
      hashes,
      (hash) => hash,
      async (part) => {
        const counts = await measureScript.run(this.#redis, part, args);
        return part.map((_, i) => (counts[2 * i] ?? 0) * RECORD_OVERHEAD + (counts[2 * i + 1] ?? 0));
      },
    );
  }

  /**
   * Finds the store of each key: a wishlist's metadata contain it, and other keys have it in their name; empty if
   * unknown.
   */
  async #storeKeys(found: readonly string[]): Promise<string[]> {
    const pipeline = this.#redis.pipeline();
    for (const key of found)
      if (this.#keys.partsOf(key).letter === KEY_LETTERS.wishlist) pipeline.hget(key, WISHLIST.meta);
    const metas = (await repliesOf(pipeline)).map(readField);
    return found.map((key) => {
      const { partition, letter, id } = this.#keys.partsOf(key);
      if (letter !== KEY_LETTERS.wishlist) return partsOfSlot(id).storeKey;
      const text = metas.shift();
      const label = () => ({ partition, id });
      const meta = text ? decodeOrSkip(decodeWishlistMeta, text, label, this.#onUndecodable) : undefined;
      // The wishlist was erased in the meantime, or its metadata cannot be decoded.
      return meta?.storeKey ?? "";
    });
  }
}
