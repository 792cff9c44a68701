import type { Redis } from "ioredis";
import { ordinal, parseOrdinal, partitionOfWishlist } from "../ids.ts";
import type { Keys } from "../keys/keys.ts";
import { itemRefName } from "../keys/names.ts";
import type { SlotAddress } from "../layout.ts";
import { countFitting, MAX_PAGE_BYTES } from "../page-bytes.ts";
import { decodeIfAny } from "../records/decode.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import {
  type Customer,
  decodeCustomer,
  decodeFormerCustomer,
  decodeItem,
  decodeWishlist,
  type ItemRecord,
  type WishlistMeta,
  type WishlistRecord,
} from "../records/records.ts";
import { refuseUndecodable } from "../records/undecodable.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { listOf, readField, readFields, readList } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { fieldsAfter, type NamedRecord, namedRecord } from "./hash-fields.ts";
import { itemIdsWith, readableOf, readWishes } from "./wishes.ts";

type FoundWishlist = [id: string, record: string, lastItem: string | null, ...items: string[]];

/** Returns null for a customer without wishlists, else the customer's record and former record, and the wishlists. */
const lookupWishlistsScript = loadTypedScript("read/lookup-wishlists", (reply) => {
  if (reply === null) return undefined;
  const [record, former, wishlists] = readList(reply);
  return { record: readField(record), former: readField(former), wishlists: readWishlists(wishlists) };
});
const readWishlists = listOf<FoundWishlist>("wishlists");

const readPageScript = loadTypedScript("read/read-page", readFields);

/**
 * Number of items that are read in addition to a page's size. If no more removed items than this lie between the page's
 * items, one round trip is enough. An absent field costs next to nothing.
 */
const SLACK = 12;

/** Request for a page: the id to continue after, and the limits. */
export interface PageRequest {
  cursor: string | undefined;
  size: number;
  /** Maximum number of bytes of records; {@link MAX_PAGE_BYTES} unless given. */
  maxBytes?: number;
}

/** An item's stored JSON, with the name of its field. */
interface NamedItem {
  name: string;
  value: Buffer;
}

/** The parts of a wishlist that were read at one moment. */
interface PageRead {
  meta: string | null | undefined;
  record: Buffer | null | undefined;
  items: NamedItem[];
}

/** A page of a wishlist's items as their stored JSON. */
export interface ItemPage {
  items: Buffer[];
  /** Id of the page's last item; absent if the page is empty. */
  lastItemId: string | undefined;
}

export interface WishlistPage extends ItemPage {
  meta: WishlistMeta;
  /** The wishlist's stored JSON. */
  record: Buffer;
}

/** A page of a customer's wishlists, each with its first items. */
export interface Lookup {
  wishlists: { id: string; record: string; items: string[]; lastItemId: string | undefined }[];
}

/** Returns where a cursor starts within one wishlist: at its beginning, after a position, or nowhere. */
function startOf(wishlistId: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return "";
  const prefix = `${wishlistId}.`;
  if (cursor.startsWith(prefix)) return cursor.slice(prefix.length);
  return cursor < prefix ? "" : undefined;
}

/** Returns the metadata of a wishlist; undefined if it is deleted or belongs to another store. */
function visible(storeKey: string, metaText: string | null | undefined): WishlistMeta | undefined {
  const meta = metaText ? decodeWishlistMeta(metaText) : undefined;
  return meta && !meta.deleted && meta.storeKey === storeKey ? meta : undefined;
}

const lexStart = (after: string) => (after === "" ? "-" : `(${after}`);

/** Reads wishlists directly from the store, without their actors: every process sees committed data. */
export class Wishlists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
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

  /**
   * Reads a page of a store's wishlist, after `cursor`; undefined if there is no such wishlist. The bytes are limited
   * after the read: items have a size limit, so the size of a page that is read is limited too.
   *
   * Item numbers are dense except for removed items. So one HMGET of the numbers after the cursor reads the page, which
   * costs Redis a quarter of a script that reads the order first. Only a page with more gaps than the slack is read by
   * that script, in a second round trip.
   */
  async page(
    storeKey: string,
    wishlistId: string,
    { cursor, size, maxBytes = MAX_PAGE_BYTES }: PageRequest,
  ): Promise<WishlistPage | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const start = startOf(wishlistId, cursor);
    const first = start === "" ? 0 : start === undefined ? undefined : parseOrdinal(start);
    const numbers = first === undefined ? [] : Array.from({ length: size + SLACK }, (_, i) => first + 1 + i);
    let read = await this.#readByNumber(partition, wishlistId, numbers, size);
    let meta = visible(storeKey, read.meta);
    const hasMore = start !== undefined && (numbers.at(-1) ?? 0) < (meta?.lastNumber ?? 0);
    if (hasMore && read.items.length < size) {
      // The whole page is read again, not only the missing part: parts of two moments would show a state that never
      // existed.
      read = await this.#readInOrder(partition, wishlistId, start, size);
      meta = visible(storeKey, read.meta);
    }
    const { record } = read;
    if (!meta || !record) return undefined;
    const values = read.items.map(({ value }) => value);
    const items = values.slice(0, countFitting(values, maxBytes - record.length));
    const last = read.items[items.length - 1]?.name;
    return {
      meta,
      record,
      items,
      lastItemId: last === undefined ? undefined : `${wishlistId}.${last}`,
    };
  }

  /** Reads a wishlist with the items that have these numbers, at most `size`. */
  async #readByNumber(partition: number, id: string, numbers: number[], size: number): Promise<PageRead> {
    const names = numbers.map(ordinal);
    const key = this.#keys.wishlist(partition, id);
    const [meta, record, ...values] = await this.#redis.hmgetBuffer(key, WISHLIST.meta, RECORD, ...names);
    const items = names.flatMap((name, i): NamedItem[] => (values[i] ? [{ name, value: values[i] }] : []));
    return { meta: meta?.toString(), record, items: items.slice(0, size) };
  }

  /** Reads a wishlist with its items after a position, in the order of their ids, at most `size`. */
  async #readInOrder(partition: number, id: string, after: string, size: number): Promise<PageRead> {
    const [meta, record, ...fields] = await readPageScript.run(
      this.#redis,
      [this.#keys.wishlist(partition, id), this.#keys.itemOrder(partition, id)],
      [lexStart(after), size.toString()],
    );
    const items = fields.flatMap((value, i): NamedItem[] =>
      i % 2 === 1 && value ? [{ name: fields[i - 1] ?? "", value: Buffer.from(value) }] : [],
    );
    return { meta, record: record ? Buffer.from(record) : null, items };
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
    const meta = decodeIfAny(decodeWishlistMeta, text);
    return meta && json && !meta.deleted && meta.storeKey === storeKey ? { meta, json } : undefined;
  }

  /** Reads an item's stored JSON and its wishlist's metadata; undefined if there is no such item. */
  async itemAt(
    storeKey: string,
    { partition, wishlistId, number }: { partition: number; wishlistId: string; number: number },
  ): Promise<{ meta: WishlistMeta; item: Buffer } | undefined> {
    const [metaText, item] = await this.#redis.hmgetBuffer(
      this.#keys.wishlist(partition, wishlistId),
      WISHLIST.meta,
      ordinal(number),
    );
    const meta = visible(storeKey, metaText?.toString());
    return meta && item ? { meta, item } : undefined;
  }

  /** Finds the number of the item with a reference in a store's wishlist; undefined if there is none. */
  async numberOfRef(storeKey: string, wishlistId: string, itemRef: string): Promise<number | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const [metaText, numbers] = await Promise.all([
      this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta),
      this.#redis.hget(this.#keys.itemIndex(partition, wishlistId), itemRefName(itemRef)),
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
      const hashes = [this.#keys.wishlist(partition, id), this.#keys.removedItems(partition, id)];
      for await (const { name, text } of fieldsAfter(this.#redis, hashes, start))
        if (parseOrdinal(name) !== undefined)
          yield namedRecord(() => decodeItem(text), `${id}.${name}`, address);
    }
  }

  /** Reads the items in a customer's wishlists that are indexed under one of the terms. */
  async itemsWith(storeKey: string, customer: SlotAddress, terms: readonly string[]): Promise<ItemRecord[]> {
    const ids = await itemIdsWith(this.#redis, this.#keys, [customer], terms);
    const reads = { redis: this.#redis, keys: this.#keys, onUndecodable: refuseUndecodable };
    return readableOf(await readWishes(reads, storeKey, ids)).map(({ item }) => item);
  }

  /**
   * Reads a page of a customer's wishlists after `cursor`, each with its first items; undefined for a customer without
   * wishlists. If the bytes do not suffice, each wishlist has fewer items. `isRequested` decides whether the customer
   * in the slot is the requested one.
   */
  async lookup(
    { partition, slot }: SlotAddress,
    { cursor, size, itemSize, maxBytes = MAX_PAGE_BYTES }: PageRequest & { itemSize: number },
    isRequested: (customer: Pick<Customer, "record" | "former">) => boolean,
  ): Promise<Lookup | undefined> {
    const found = await lookupWishlistsScript.run(
      this.#redis,
      [this.#keys.customer(partition, slot), this.#keys.customerWishlists(partition, slot)],
      [
        lexStart(cursor ?? ""),
        size.toString(),
        itemSize.toString(),
        this.#keys.wishlist(partition, ""),
        this.#keys.itemOrder(partition, ""),
        maxBytes.toString(),
      ],
    );
    if (!found) return undefined;
    const customer = {
      record: decodeIfAny(decodeCustomer, found.record) ?? null,
      former: decodeIfAny(decodeFormerCustomer, found.former) ?? null,
    };
    if (!isRequested(customer)) return undefined;
    return {
      wishlists: found.wishlists.map(([id, json, last, ...items]) => ({
        id,
        record: json,
        items,
        lastItemId: last ? `${id}.${last}` : undefined,
      })),
    };
  }
}
