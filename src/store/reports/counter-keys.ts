import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import type { Starts } from "./counter-fields.ts";

const FIELD_BATCH_SIZE = 1000;

/** Fields of the positions: {@link Starts}. */
export const STARTS = ["quarters", "closed"] as const satisfies readonly (keyof Starts)[];

/** Returns the keys of a store's counters, which are in one partition. */
export function counterKeys(keys: Keys, layout: Layout, storeKey: string) {
  const partition = layout.partitionOf(`tallies ${storeKey}`);
  return {
    positions: keys.counterPositions(partition, storeKey),
    hash: (name: string) => keys.counters(partition, storeKey, name),
    newHash: (run: string, name: string) => keys.newCounters(partition, storeKey, run, name),
    leftHash: (name: string) => keys.leftCounters(partition, storeKey, name),
  };
}

/** Reads a whole hash of counters in parts, because it may be large. */
export async function readCounters(redis: Redis, key: string): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  let cursor = "0";
  do {
    const [next, flat] = await redis.hscan(key, cursor, "COUNT", FIELD_BATCH_SIZE);
    for (const [field = "", value = "0"] of batchesOf(flat, 2)) fields.set(field, value);
    cursor = next;
  } while (cursor !== "0");
  return fields;
}
