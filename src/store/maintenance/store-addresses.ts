import type { Redis } from "ioredis";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { Keys, StoreIndex } from "../keys/keys.ts";
import { type Layout, type SlotAddress, slotAddress } from "../layout/layout.ts";
import { WISHLIST } from "../records/fields.ts";
import { decodeOrSkip, readable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { memberBatches } from "../redis/members.ts";
import { scanKeys } from "../redis/scan.ts";

/** Number of keys of a scan, or entries of an index, that are read at once. */
const BATCH_SIZE = 1000;

/** Letter of the keys of customers, of customers' lists, and of orders. */
export type AddressLetter = (typeof KEY_LETTERS)["customer" | "customerWishlists" | "order"];

/** The index with the records of each letter; a customer's list is found by the wishlists in it. */
const INDEXES = {
  [KEY_LETTERS.customer]: "customers",
  [KEY_LETTERS.customerWishlists]: "wishlists",
  [KEY_LETTERS.order]: "orders",
} as const satisfies Record<AddressLetter, StoreIndex>;

interface AddressesParts {
  redis: Redis;
  keys: Keys;
  layout: Layout;
}

/** Returns the address of the customer of a wishlist; undefined if it has none. */
async function addressOfCustomer(
  { redis, keys }: AddressesParts,
  partition: number,
  wishlistId: string,
): Promise<SlotAddress | undefined> {
  const text = await redis.hget(keys.wishlist(partition, wishlistId), WISHLIST.meta);
  // One that cannot be decoded is found with its customer's list.
  const meta =
    text === null
      ? undefined
      : decodeOrSkip(
          decodeWishlistMeta,
          text,
          () => ({ id: wishlistId }),
          () => undefined,
        );
  return meta?.slot ? slotAddress(partition, meta.slot) : undefined;
}

/** Finds addresses by the index of each partition. */
async function* listedAddresses(
  parts: AddressesParts,
  { storeKey, letter }: { storeKey: string; letter: AddressLetter },
): AsyncGenerator<SlotAddress[]> {
  const { redis, keys, layout } = parts;
  const addressOf = {
    [KEY_LETTERS.customer]: (_: number, id: string) => Promise.resolve(layout.slotOfId(storeKey, id)),
    [KEY_LETTERS.customerWishlists]: (partition: number, id: string) =>
      addressOfCustomer(parts, partition, id),
    [KEY_LETTERS.order]: (partition: number, key: string) =>
      Promise.resolve(layout.slotAt(storeKey, partition, key)),
  }[letter];
  for (let partition = 0; partition < layout.partitions; partition++) {
    const index = keys.storeIndex(partition, INDEXES[letter], storeKey);
    for await (const members of memberBatches(redis, index, BATCH_SIZE))
      yield readable(await Promise.all(members.map((member) => addressOf(partition, member))));
  }
}

/**
 * Finds the addresses of a store's customers, customers' lists or orders: `letter` is that of their keys. An address
 * may occur more than once. It scans all keys, which is slow and only meant for one-time work, and then reads the
 * indexes. The scan finds records that are in no index, such as those of earlier versions. On a cluster, it misses the
 * keys of a slot that moves to a master that it has passed; the indexes are read by commands that follow their slots.
 */
export async function* addressesIn(
  redis: Redis,
  keys: Keys,
  layout: Layout,
  { storeKey, letter }: { storeKey: string; letter: AddressLetter },
): AsyncGenerator<SlotAddress[]> {
  for await (const found of scanKeys(redis, keys.everyOfStore(letter, storeKey), BATCH_SIZE))
    yield found.map((name) => {
      const { partition, id } = keys.partsOf(name);
      return slotAddress(partition, id);
    });
  yield* listedAddresses({ redis, keys, layout }, { storeKey, letter });
}
