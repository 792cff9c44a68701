import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { Layout, SlotAddress } from "../layout.ts";
import { mastersOf } from "./cluster/cluster-connection.ts";

const SCAN_BATCH_SIZE = 1000;

/** All keys that a pattern matches, on all masters, about `count` at a time; one may come more than once. */
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
 * Addresses of a store's customers or orders, by the letter of their keys. They are found by scanning all keys: slow, for
 * one-time work. An address may occur more than once.
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
