import type { Redis } from "ioredis";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { decoderOf } from "../records/decode.ts";
import { MAX_AHEAD_MS } from "../records/far-ahead.ts";
import { RECORD_OVERHEAD } from "../records/fields.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { storeTime } from "../redis/clock.ts";
import { listOf } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";

const keepScript = loadTypedScript("waiting/keep-pending-stock", listOf<PendingStatus>("statuses"));
const forgetScript = loadScript("waiting/forget-pending-stock");

/** Stock that arrived before its variant. */
export interface PendingLevel {
  locationRef: string;
  available: number | null;
  /** When the sender counted, or when the level arrived if the sender gave no time. Absent in old records. */
  updatedTime?: string;
}

const decodeLevel = decoderOf<PendingLevel>("stock level", { needs: "available" });

/**
 * The result of a level: `stale` if a later one waits, `future` if its time is far ahead, `full` if too many locations
 * have one.
 */
export type PendingStatus = "parked" | "stale" | "future" | "full";

/** How long stock waits for its variant, in seconds. */
const LIFETIME_S = 30 * DAY_S;

/**
 * Stores the latest level of each location for variants that the catalogue does not have yet, by a name of the variant.
 * The levels count as stored bytes of their tenant. Those that expire count until the next recount.
 */
export class PendingStock {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, layout: Layout, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#onUndecodable = onUndecodable;
  }

  #partitionOf(storeKey: string, name: string): number {
    return this.#layout.partitionOf(`parked ${storeKey} ${name}`);
  }

  #keyOf(storeKey: string, name: string): string {
    return this.#keys.pendingStock(this.#partitionOf(storeKey, name), storeKey, name);
  }

  /** Returns what the scripts that write the levels of a name need: the keys, and how the levels are counted. */
  #counted(storeKey: string, name: string): { keys: string[]; args: string[] } {
    const key = this.#keyOf(storeKey, name);
    const bytes = this.#keys.storedBytes(this.#partitionOf(storeKey, name));
    return { keys: [key, bytes], args: [this.#keys.tenantOf(key) ?? "", RECORD_OVERHEAD.toString()] };
  }

  /**
   * Stores levels of one variant in their order, of up to `maxLocations` locations. A level without a time gets the
   * time of its arrival by the store's clock. Resolves to the stored levels, and to the result of each.
   */
  async keep(
    storeKey: string,
    name: string,
    levels: readonly PendingLevel[],
    maxLocations: number,
  ): Promise<{ levels: PendingLevel[]; statuses: PendingStatus[] }> {
    const now = await storeTime(this.#redis, this.#keys);
    const latest = new Date(now + MAX_AHEAD_MS).toISOString();
    const timed = levels.map(({ locationRef, available, updatedTime = now }) => ({
      locationRef,
      available,
      updatedTime: new Date(updatedTime).toISOString(),
    }));
    const { keys, args: counted } = this.#counted(storeKey, name);
    const args = [LIFETIME_S.toString(), maxLocations.toString(), ...counted, latest];
    for (const level of timed) args.push(level.locationRef, level.updatedTime, JSON.stringify(level));
    const statuses = await keepScript.run(this.#redis, keys, args);
    return { levels: timed, statuses };
  }

  /** Reads the pending levels of each name, in the order of the names. */
  async levelsOf(storeKey: string, names: readonly string[]): Promise<PendingLevel[][]> {
    const found = await Promise.all(names.map((name) => this.#redis.hgetall(this.#keyOf(storeKey, name))));
    return found.map((levels, i) =>
      Object.entries(levels).flatMap(([location, text]) => {
        const label = () => ({ storeKey, id: `${names[i] ?? ""} ${location}` });
        return decodeOrSkip(decodeLevel, text, label, this.#onUndecodable) ?? [];
      }),
    );
  }

  /** Deletes applied levels, if they are still the stored ones. */
  async forget(storeKey: string, name: string, levels: readonly PendingLevel[]): Promise<void> {
    if (levels.length === 0) return;
    const { keys, args } = this.#counted(storeKey, name);
    for (const level of levels) args.push(level.locationRef, JSON.stringify(level));
    await forgetScript.run(this.#redis, keys, args);
  }
}
