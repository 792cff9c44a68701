import type { Redis } from "ioredis";
import { parseOrdinal } from "../ids/base32.ts";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { RecordAddress } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { partsOfSlot } from "../keys/slots.ts";
import { scanKeys } from "../redis/scan.ts";
import type { AlertRecord } from "./alerts.ts";
import type { Decode, RecordLabel } from "./decode.ts";
import { RECORD, WISHLIST } from "./fields.ts";
import type { Purchase } from "./orders.ts";
import {
  decodeRemovedItem,
  decodeWishlist,
  type ItemRecord,
  type RemovedItemRecord,
  type WishlistRecord,
} from "./records.ts";
import { itemDecoderFor } from "./served-item.ts";
import { decodeAlert } from "./stored-alerts.ts";
import { decodePurchase } from "./stored-orders.ts";
import { decodeOrSkip, type OnUndecodable } from "./undecodable.ts";
import { decodeWishlistMeta, isHidden } from "./wishlist-meta.ts";

const KEY_BATCH_SIZE = 500;

/** A record of a store. */
export type SnapshotEntry =
  | {
      kind: "wishlist";
      record: WishlistRecord;
      /** Whether a running claim has hidden it. */
      isHidden: boolean;
      items: ItemRecord[];
      removed: RemovedItemRecord[];
    }
  | { kind: "purchase"; purchase: Purchase }
  | { kind: "alert"; alert: AlertRecord };

/** Letters of the keys with the records of a snapshot. */
const LETTERS = [KEY_LETTERS.wishlist, KEY_LETTERS.purchases, KEY_LETTERS.alerts].join("");

/** The store that records are read from. */
export interface SnapshotReads {
  redis: Redis;
  keys: Keys;
  /** Called for records that cannot be decoded, which are left out. */
  onUndecodable: OnUndecodable;
}

/**
 * Reads every wishlist of a store, also deleted ones, and the alerts and purchases of its customers. Reads all keys of
 * the service. A record that changes in the meantime appears in its old or its new state.
 */
export async function* readSnapshot(reads: SnapshotReads, storeKey: string): AsyncGenerator<SnapshotEntry> {
  const { redis, keys } = reads;
  const knownKeys = new Set<string>();
  for await (const found of scanKeys(redis, keys.everyOf(LETTERS), KEY_BATCH_SIZE)) {
    const fresh = found.filter((key) => !knownKeys.has(key));
    for (const key of fresh) knownKeys.add(key);
    const addresses = fresh
      .map((key) => keys.partsOf(key))
      .filter(({ letter, id }) => letter === KEY_LETTERS.wishlist || id.startsWith(`${storeKey}:`));
    const read = await Promise.all(addresses.map((address) => readOne(reads, storeKey, address)));
    yield* read.flat();
  }
}

/** Decodes the fields of a customer's ledger. */
const readLedger = async <T>(
  { redis, onUndecodable }: SnapshotReads,
  { key, decode, label }: { key: string; decode: Decode<T>; label: RecordLabel },
): Promise<T[]> =>
  Object.entries(await redis.hgetall(key)).flatMap(
    ([name, text]) =>
      decodeOrSkip(decode, text, () => ({ ...label, id: `${label.id} ${name}` }), onUndecodable) ?? [],
  );

/** Reads a wishlist; empty if it belongs to another store. */
async function readWishlist(
  { redis, keys, onUndecodable }: SnapshotReads,
  storeKey: string,
  { partition, id }: RecordAddress,
): Promise<SnapshotEntry[]> {
  const decode = <T>(as: Decode<T>, text: string, name = id) =>
    decodeOrSkip(as, text, () => ({ partition, id: name }), onUndecodable);
  const found = await redis.hget(keys.wishlist(partition, id), WISHLIST.meta);
  if (!found || decode(decodeWishlistMeta, found)?.storeKey !== storeKey) return [];
  const [fields, removed] = await Promise.all([
    redis.hgetall(keys.wishlist(partition, id)),
    redis.hgetall(keys.removedItems(partition, id)),
  ]);
  const meta = decode(decodeWishlistMeta, fields[WISHLIST.meta] ?? found);
  const record = decode(decodeWishlist, fields[RECORD] ?? "null");
  if (!meta || !record) return [];
  const itemsIn = <T>(texts: Record<string, string>, as: Decode<T>): T[] =>
    Object.entries(texts)
      .filter(([name]) => parseOrdinal(name) !== undefined)
      .flatMap(([name, text]) => decode(as, text, `${id}.${name}`) ?? []);
  return [
    {
      kind: "wishlist",
      record,
      isHidden: isHidden(meta),
      items: itemsIn(fields, itemDecoderFor(meta)),
      removed: itemsIn(removed, decodeRemovedItem),
    },
  ];
}

async function readOne(
  reads: SnapshotReads,
  storeKey: string,
  address: RecordAddress & { letter: string },
): Promise<SnapshotEntry[]> {
  const { partition, letter, id } = address;
  const ledger = <T>(key: string, decode: Decode<T>) =>
    readLedger(reads, { key, decode, label: { storeKey, partition, id: partsOfSlot(id).key } });
  if (letter === KEY_LETTERS.alerts) {
    const alerts = await ledger(reads.keys.alerts(partition, id), decodeAlert);
    return alerts.map((alert) => ({ kind: "alert", alert }));
  }
  if (letter === KEY_LETTERS.purchases) {
    const purchases = await ledger(reads.keys.purchases(partition, id), decodePurchase);
    return purchases.map((purchase) => ({ kind: "purchase", purchase }));
  }
  return readWishlist(reads, storeKey, address);
}
