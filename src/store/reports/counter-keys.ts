import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { fieldBatches } from "../read/hash-fields.ts";
import type { Starts } from "./counter-fields.ts";

/** Number of counters that are read, and then handled, before other work of the process runs. */
const FIELD_BATCH_SIZE = 500;

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

/** Reads a hash of counters in parts, because it may be large. */
export const counterBatches = (redis: Redis, key: string) => fieldBatches(redis, key, FIELD_BATCH_SIZE);

/** Reads a whole hash of counters. */
export async function readCounters(redis: Redis, key: string): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  for await (const batch of counterBatches(redis, key))
    for (const { name, text } of batch) fields.set(name, text);
  return fields;
}
