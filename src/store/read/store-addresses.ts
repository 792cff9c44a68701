import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import { scanKeys } from "../redis/scan.ts";
import type { Layout, SlotAddress } from "./layout.ts";

const SCAN_BATCH_SIZE = 1000;

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
