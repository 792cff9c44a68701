import type { Redis } from "ioredis";
import { parseOrdinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { scanKeys } from "../redis/scan.ts";
import { type AlertRecord, decodeAlert } from "./alerts.ts";
import type { Decode } from "./decode.ts";
import { RECORD, WISHLIST } from "./fields.ts";
import type { Purchase } from "./orders.ts";
import {
  decodeItem,
  decodeRemovedItem,
  decodeWishlist,
  type ItemRecord,
  type RemovedItemRecord,
  type WishlistRecord,
} from "./records.ts";
import { decodePurchase } from "./stored-orders.ts";
import { decodeWishlistMeta, isHidden } from "./wishlist-meta.ts";

const KEY_BATCH_SIZE = 500;

/** Something of a store, as its records have it. */
export type SnapshotEntry =
  | {
      kind: "wishlist";
      record: WishlistRecord;
      /** A claim on its way has hidden it. */
      isHidden: boolean;
      items: ItemRecord[];
      removed: RemovedItemRecord[];
    }
  | { kind: "purchase"; purchase: Purchase }
  | { kind: "alert"; alert: AlertRecord };

const itemsIn = <T>(fields: Record<string, string>, decode: Decode<T>): T[] =>
  Object.entries(fields)
    .filter(([name]) => parseOrdinal(name) !== undefined)
    .map(([, text]) => decode(text));

/**
 * Every wishlist of a store, also deleted ones, and its customers' alerts and purchases. Reads all keys of the service;
 * a record that changes in the meantime appears in its old or its new state.
 */
export async function* readSnapshot(
  redis: Redis,
  keys: Keys,
  storeKey: string,
): AsyncGenerator<SnapshotEntry> {
  const seen = new Set<string>();
  for await (const found of scanKeys(redis, keys.everyOf("wua"), KEY_BATCH_SIZE)) {
    const fresh = found.filter((key) => !seen.has(key));
    for (const key of fresh) seen.add(key);
    const addresses = fresh
      .map((key) => keys.partsOf(key))
      .filter(({ letter, of }) => letter === "w" || of.startsWith(`${storeKey}:`));
    const read = await Promise.all(addresses.map((address) => readOne(redis, keys, storeKey, address)));
    yield* read.flat();
  }
}

async function readOne(
  redis: Redis,
  keys: Keys,
  storeKey: string,
  { partition, letter, of }: { partition: number; letter: string; of: string },
): Promise<SnapshotEntry[]> {
  if (letter === "u")
    return (await redis.hvals(keys.purchases(partition, of))).map((text) => ({
      kind: "purchase",
      purchase: decodePurchase(text),
    }));
  if (letter === "a")
    return (await redis.hvals(keys.alerts(partition, of))).map((text) => ({
      kind: "alert",
      alert: decodeAlert(text),
    }));
  const found = await redis.hget(keys.wishlist(partition, of), WISHLIST.meta);
  if (!found || decodeWishlistMeta(found).storeKey !== storeKey) return [];
  const [fields, removed] = await Promise.all([
    redis.hgetall(keys.wishlist(partition, of)),
    redis.hgetall(keys.removedItems(partition, of)),
  ]);
  const meta = decodeWishlistMeta(fields[WISHLIST.meta] ?? found);
  const record = decodeWishlist(fields[RECORD] ?? "null");
  return [
    {
      kind: "wishlist",
      record,
      isHidden: isHidden(meta),
      items: itemsIn(fields, decodeItem),
      removed: itemsIn(removed, decodeRemovedItem),
    },
  ];
}
