import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { fieldBatches } from "../read/hash-fields.ts";
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
  for await (const batch of fieldBatches(redis, key, FIELD_BATCH_SIZE))
    for (const { name, text } of batch) fields.set(name, text);
  return fields;
}
