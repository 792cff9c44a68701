import type { Redis } from "ioredis";
import { ordinal } from "../ids/base32.ts";
import { itemId, parseItemId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { type SlotAddress, slotAddress } from "../layout/layout.ts";
import { WISHLIST } from "../records/fields.ts";
import type { ItemRecord } from "../records/records.ts";
import { itemDecoderFor } from "../records/served-item.ts";
import { decodeOrSkip, type OnUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";

/** A wish, and the address of its customer. */
export interface Wish {
  item: ItemRecord;
  customer: SlotAddress;
}

/** A wish that exists but cannot be decoded. */
export type UndecodableWish = "undecodable";

/** The store of wishes, and the handler of wishes that cannot be decoded. */
interface WishReads {
  redis: Redis;
  keys: Keys;
  onUndecodable: OnUndecodable;
}

/** Returns the wishes that could be read. */
export const readableOf = (wishes: readonly (Wish | UndecodableWish | undefined)[]): Wish[] =>
  wishes.filter((wish) => wish !== undefined && wish !== "undecodable");

/** Reads wishes of any customers, in all partitions. */
export class Wishes {
  readonly #reads: WishReads;

  constructor(reads: WishReads) {
    this.#reads = reads;
  }

  /** Reads the wishes with these ids; undefined for wishes that no longer exist. */
  async read(storeKey: string, itemIds: readonly string[]): Promise<(Wish | UndecodableWish | undefined)[]> {
    const { redis, keys, onUndecodable } = this.#reads;
    const addresses = itemIds.map(parseItemId);
    const fields = await Promise.all(
      addresses.map(async (address) =>
        address
          ? redis.hmget(
              keys.wishlist(address.partition, address.wishlist),
              WISHLIST.meta,
              ordinal(address.number),
            )
          : [],
      ),
    );
    return addresses.map((address, i) => {
      if (!address) return undefined;
      const [metaText, text] = fields[i] ?? [];
      if (!metaText || !text) return undefined;
      const { partition } = address;
      const wishlist = () => ({ storeKey, partition, id: address.wishlist });
      const meta = decodeOrSkip(decodeWishlistMeta, metaText, wishlist, onUndecodable);
      if (!meta) return "undecodable";
      if (meta.deleted || meta.slot === null || meta.storeKey !== storeKey) return undefined;
      const label = () => ({ storeKey, partition, id: itemIds[i] ?? "" });
      const item = decodeOrSkip(itemDecoderFor(meta), text, label, onUndecodable);
      if (!item) return "undecodable";
      return { item, customer: slotAddress(partition, meta.slot) };
    });
  }

  /**
   * Finds the customers of wishlists by the ids of items that they have, or had; there is none for a wishlist that is
   * deleted, or a guest's.
   */
  async customersOf(storeKey: string, itemIds: readonly string[]): Promise<Map<string, SlotAddress>> {
    const { redis, keys, onUndecodable } = this.#reads;
    const found = await Promise.all(
      itemIds.map(async (itemId): Promise<[string, SlotAddress][]> => {
        const address = parseItemId(itemId);
        if (!address) return [];
        const { partition, wishlist: id } = address;
        const text = await redis.hget(keys.wishlist(partition, id), WISHLIST.meta);
        const label = () => ({ storeKey, partition, id });
        const meta = text === null ? null : decodeOrSkip(decodeWishlistMeta, text, label, onUndecodable);
        if (meta?.storeKey !== storeKey || meta.slot === null) return [];
        return [[itemId, slotAddress(partition, meta.slot)]];
      }),
    );
    return new Map(found.flat());
  }

  /**
   * Finds the ids of the items in the customers' wishlists that are indexed under one of the terms, in two round trips.
   */
  async idsWith(
    customers: readonly Pick<SlotAddress, "partition" | "slot">[],
    terms: readonly string[],
  ): Promise<string[]> {
    const { redis, keys } = this.#reads;
    const lists = await Promise.all(
      customers.map(async ({ partition, slot }) => {
        const ids = await redis.zrange(keys.customerWishlists(partition, slot), "0", "-1");
        return ids.map((id) => ({ id, partition }));
      }),
    );
    const found = lists.flat().map(async ({ id, partition }) => {
      const texts = await redis.hmget(keys.itemIndex(partition, id), ...terms);
      const numbers = new Set(texts.flatMap((text) => text?.split(" ") ?? []));
      return [...numbers].map((number) => itemId(id, Number(number)));
    });
    return (await Promise.all(found)).flat();
  }
}
