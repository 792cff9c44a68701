import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { Layout, SlotAddress } from "../layout.ts";
import { mastersOf } from "./connection/cluster/cluster-connection.ts";

const SCAN_BATCH_SIZE = 1000;

/** Finds all keys that match a pattern, on all masters, about `count` at a time. A key may occur more than once. */
export async function* scanKeys(redis: Redis, match: string, count: number): AsyncGenerator<string[]> {
  for (const master of mastersOf(redis)) {
    let cursor = "0";
    do {
      const [next, keys] = await master.scan(cursor, "MATCH", match, "COUNT", count);
      cursor = next;
      yield keys;
    } while (cursor !== "0");
  }
}

/**
 * Finds the addresses of a store's customers, customers' lists or orders: `letter` is that of their keys. It scans all
 * keys, which is slow and only meant for one-time work. An address may occur more than once.
 */
export async function* addressesIn(
  redis: Redis,
  keys: Keys,
  layout: Layout,
  { storeKey, letter }: { storeKey: string; letter: "c" | "l" | "o" },
): AsyncGenerator<SlotAddress[]> {
  for await (const found of scanKeys(redis, keys.everyOfStore(letter, storeKey), SCAN_BATCH_SIZE))
    yield found.map((name) => {
      const { partition, id } = keys.partsOf(name);
      return layout.slotAt(storeKey, partition, partsOfSlot(id).key);
    });
}
