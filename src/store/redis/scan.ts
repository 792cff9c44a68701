import type { Redis } from "ioredis";
import { literal } from "../keys.ts";
import type { Layout, SlotAddress } from "../layout.ts";

const SCAN_BATCH_SIZE = 1000;

/** All keys that a pattern matches, about `count` at a time; one may come more than once. */
export async function* scanKeys(redis: Redis, match: string, count: number): AsyncGenerator<string[]> {
  let cursor = "0";
  do {
    const [next, keys] = await redis.scan(cursor, "MATCH", match, "COUNT", count);
    cursor = next;
    yield keys;
  } while (cursor !== "0");
}

/**
 * Addresses of a store's customers or orders, found by scanning all keys: slow, for one-time work. `keyOf` makes the
 * keys to search for. An address may occur more than once.
 */
export async function* addressesIn(
  redis: Redis,
  layout: Layout,
  storeKey: string,
  keyOf: (partition: number, slot: string) => string,
): AsyncGenerator<SlotAddress[]> {
  const [start = "", end = ""] = literal(keyOf(0, `${storeKey}:`)).split("{0}");
  for await (const keys of scanKeys(redis, `${start}{*}${end}*`, SCAN_BATCH_SIZE))
    yield keys.flatMap((name) => {
      const [, partition] = /\{(\d+)\}/.exec(name) ?? [];
      const key = name.slice(name.lastIndexOf(":") + 1);
      return partition === undefined ? [] : [layout.slotAt(storeKey, Number(partition), key)];
    });
}
