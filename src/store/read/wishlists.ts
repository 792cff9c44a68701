import type { Redis } from "ioredis";
import { ordinal, parseOrdinal } from "../ids/base32.ts";
import { partitionOfWishlist } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import { itemRefTerm } from "../keys/names.ts";
import type { SlotAddress } from "../layout/layout.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import {
  decodeWishlist,
  type ItemRecord,
  type WishlistMeta,
  type WishlistRecord,
} from "../records/records.ts";
import { itemDecoderFor } from "../records/served-item.ts";
import { servedItemJson } from "../records/served-json.ts";
import { refuseUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { fieldsAfter, type NamedRecord, namedRecord } from "./hash-fields.ts";
import { readableOf, Wishes } from "./wishes.ts";
import { type Lookup, type LookupRequest, lookupWishlists, type NamedCustomer } from "./wishlist-lookup.ts";
import { type PageRequest, readWishlistPage, startOf, visible, type WishlistPage } from "./wishlist-pages.ts";

/** Reads wishlists directly from the store, without their actors: every process sees committed data. */
export class Wishlists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;
  readonly #wishes: Wishes;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
    this.#wishes = new Wishes({ redis, keys, onUndecodable: refuseUndecodable });
  }

  /** Returns the partition of a wishlist id; undefined for a text that cannot be an id here. */
  partitionOf(wishlistId: string): number | undefined {
    const partition = partitionOfWishlist(wishlistId);
    return partition !== undefined && partition < this.#partitions ? partition : undefined;
  }

  /** Reads the metadata of a store's wishlist, with its version; undefined if there is no such wishlist. */
  async visibleMeta(storeKey: string, wishlistId: string): Promise<WishlistMeta | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    return visible(
      storeKey,
      await this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta),
    );
  }

  /** Reads a page of a store's wishlist; see {@link readWishlistPage}. */
  async page(storeKey: string, wishlistId: string, request: PageRequest): Promise<WishlistPage | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const stored = { redis: this.#redis, keys: this.#keys, partition, wishlistId };
    return readWishlistPage(stored, storeKey, request);
  }

  /** Reads a store's wishlist without its items, in its stored form; undefined if there is none. */
  async recordOf(
    storeKey: string,
    wishlistId: string,
  ): Promise<{ meta: WishlistMeta; json: string } | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const [text, json] = await this.#redis.hmget(
      this.#keys.wishlist(partition, wishlistId),
      WISHLIST.meta,
      RECORD,
    );
    const meta = visible(storeKey, text);
    return meta && json ? { meta, json } : undefined;
  }

  /**
   * Reads an item's JSON and its wishlist's metadata; undefined if there is no such item, or if its wishlist has
   * another reference than the given one.
   */
  async itemAt(
    storeKey: string,
    {
      partition,
      wishlistId,
      wishlistRef,
      number,
    }: { partition: number; wishlistId: string; wishlistRef?: string; number: number },
  ): Promise<{ meta: WishlistMeta; item: Buffer } | undefined> {
    const [metaText, item] = await this.#redis.hmgetBuffer(
      this.#keys.wishlist(partition, wishlistId),
      WISHLIST.meta,
      ordinal(number),
    );
    const meta = visible(storeKey, metaText?.toString());
    if (!meta || !item) return undefined;
    if (wishlistRef !== undefined && meta.wishlistRef !== wishlistRef) return undefined;
    return { meta, item: servedItemJson(item, meta) };
  }

  /** Finds the number of the item with a reference in a store's wishlist; undefined if there is none. */
  async numberOfRef(storeKey: string, wishlistId: string, itemRef: string): Promise<number | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const [metaText, numbers] = await Promise.all([
      this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta),
      this.#redis.hget(this.#keys.itemIndex(partition, wishlistId), itemRefTerm(itemRef)),
    ]);
    return visible(storeKey, metaText) && numbers ? Number(numbers.split(" ")[0]) : undefined;
  }

  /** Reads the ids of a customer's wishlists, in ascending order. */
  idsOf({ partition, slot }: SlotAddress): Promise<string[]> {
    return this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
  }

  /** Reads a customer's wishlists after the one with the id `after`, without their items. */
  async *recordsAfter(address: SlotAddress, after: string): AsyncGenerator<NamedRecord<WishlistRecord>> {
    for (const id of await this.idsOf(address)) {
      const text = id > after && (await this.#redis.hget(this.#keys.wishlist(address.partition, id), RECORD));
      if (text) yield namedRecord(() => decodeWishlist(text), id, address);
    }
  }

  /** Reads the items of a customer's wishlists after the item with the id `after`, also removed ones. */
  async *itemsAfter(address: SlotAddress, after: string): AsyncGenerator<NamedRecord<ItemRecord>> {
    const { partition } = address;
    for (const id of await this.idsOf(address)) {
      const start = startOf(id, after);
      if (start === undefined) continue;
      const hash = this.#keys.wishlist(partition, id);
      const metaText = await this.#redis.hget(hash, WISHLIST.meta);
      const hashes = [hash, this.#keys.removedItems(partition, id)];
      for await (const { name, text } of fieldsAfter(this.#redis, hashes, start))
        if (metaText && parseOrdinal(name) !== undefined)
          yield namedRecord(
            () => itemDecoderFor(decodeWishlistMeta(metaText))(text),
            `${id}.${name}`,
            address,
          );
    }
  }

  /** Reads the items in a customer's wishlists that are indexed under one of the terms. */
  async itemsWith(storeKey: string, customer: SlotAddress, terms: readonly string[]): Promise<ItemRecord[]> {
    const ids = await this.#wishes.idsWith([customer], terms);
    return readableOf(await this.#wishes.read(storeKey, ids)).map(({ item }) => item);
  }

  /** Reads a page of a customer's wishlists; see {@link lookupWishlists}. */
  lookup(
    address: SlotAddress,
    request: LookupRequest,
    isRequested: (customer: NamedCustomer) => boolean,
  ): Promise<Lookup | "unchanged" | undefined> {
    return lookupWishlists({ redis: this.#redis, keys: this.#keys, address }, request, isRequested);
  }
}
