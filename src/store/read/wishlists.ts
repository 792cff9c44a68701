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

/** Null for a customer without wishlists; else the customer's record and former record, and the wishlists. */
const lookupWishlistsScript = loadTypedScript("read/lookup-wishlists", (reply) => {
  if (reply === null) return undefined;
  const [record, former, wishlists] = readList(reply);
  return { record: readField(record), former: readField(former), wishlists: readWishlists(wishlists) };
});
const readWishlists = listOf<FoundWishlist>("wishlists");

const readPageScript = loadTypedScript("read/read-page", readFields);

/**
 * Items read in addition to a page's size: this number of removed items may lie between the page's items before a
 * second round trip is needed. An absent field costs next to nothing.
 */
const SLACK = 12;

/** Request for a page: the id to continue after, and the limits. */
export interface PageRequest {
  cursor: string | undefined;
  size: number;
  /** Bytes of records; {@link MAX_PAGE_BYTES} unless given. */
  maxBytes?: number;
}

/** An item's stored JSON, with the name of its field. */
interface NamedItem {
  name: string;
  value: Buffer;
}

/** What was read of a wishlist at one moment. */
interface PageRead {
  meta: string | null | undefined;
  record: Buffer | null | undefined;
  items: NamedItem[];
}

/** A page of a wishlist's items as their stored JSON. */
export interface ItemPage {
  items: Buffer[];
  /** Id of the page's last item, absent when the page is empty. */
  lastItemId: string | undefined;
}

export interface WishlistPage extends ItemPage {
  meta: WishlistMeta;
  /** The wishlist's stored JSON. */
  record: Buffer;
}

/** A page of a customer's wishlists, each with the first items. */
export interface Lookup {
  wishlists: { id: string; record: string; items: string[]; lastItemId: string | undefined }[];
}

/** Meaning of a cursor within one wishlist: everything, everything after a position, or nothing. */
function startOf(wishlistId: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return "";
  const prefix = `${wishlistId}.`;
  if (cursor.startsWith(prefix)) return cursor.slice(prefix.length);
  return cursor < prefix ? "" : undefined;
}

/** The metadata of a wishlist; undefined if it is deleted or another store's. */
function visible(storeKey: string, metaText: string | null | undefined): WishlistMeta | undefined {
  const meta = metaText ? decodeWishlistMeta(metaText) : undefined;
  return meta && !meta.deleted && meta.storeKey === storeKey ? meta : undefined;
}

const lexStart = (after: string) => (after === "" ? "-" : `(${after}`);

/** Reads wishlists straight from the store, not by their actors: what is committed can be read by everybody. */
export class Wishlists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
  }

  /** Partition of a wishlist id; undefined for what cannot be one here. */
  partitionOf(wishlistId: string): number | undefined {
    const partition = partitionOfWishlist(wishlistId);
    return partition !== undefined && partition < this.#partitions ? partition : undefined;
  }

  /** The metadata of a store's wishlist, with its version; undefined if there is no such wishlist. */
  async visibleMeta(storeKey: string, wishlistId: string): Promise<WishlistMeta | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    return visible(
      storeKey,
      await this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta),
    );
  }

  /**
   * A page of a store's wishlist, after `cursor`; undefined if there is no such wishlist. The bytes are limited after
   * the read: items have a size limit, so a page that is too large is limited too.
   *
   * Item numbers are dense except for removed items. So one HMGET of the numbers after the cursor fetches the page: for
   * Redis a quarter of the cost of a script that reads the order first. Only a page with more gaps than the slack is
   * read by that script, in a second round trip.
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
      // The whole page again, not only the rest: parts of two moments would show a state that never existed.
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

  /** A wishlist with those of its items that have some of these numbers, at most `size`. */
  async #readByNumber(partition: number, id: string, numbers: number[], size: number): Promise<PageRead> {
    const names = numbers.map(ordinal);
    const key = this.#keys.wishlist(partition, id);
    const [meta, record, ...values] = await this.#redis.hmgetBuffer(key, WISHLIST.meta, RECORD, ...names);
    const items = names.flatMap((name, i): NamedItem[] => (values[i] ? [{ name, value: values[i] }] : []));
    return { meta: meta?.toString(), record, items: items.slice(0, size) };
  }

  /** A wishlist with its items after a position, in the order of their ids, at most `size`. */
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

  /** A store's wishlist without its items, as it is stored; undefined if there is none. */
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

  /** An item's stored JSON and its wishlist's metadata; undefined if there is no such item. */
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

  /** Number of the item with a reference in a store's wishlist; undefined if there is none. */
  async numberOfRef(storeKey: string, wishlistId: string, itemRef: string): Promise<number | undefined> {
    const partition = this.partitionOf(wishlistId);
    if (partition === undefined) return undefined;
    const [metaText, numbers] = await Promise.all([
      this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta),
      this.#redis.hget(this.#keys.itemIndex(partition, wishlistId), itemRefName(itemRef)),
    ]);
    return visible(storeKey, metaText) && numbers ? Number(numbers.split(" ")[0]) : undefined;
  }

  /** Ids of a customer's wishlists, in ascending order. */
  idsOf({ partition, slot }: SlotAddress): Promise<string[]> {
    return this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
  }

  /** A customer's wishlists after the one with the id `after`, without their items. */
  async *recordsAfter(address: SlotAddress, after: string): AsyncGenerator<NamedRecord<WishlistRecord>> {
    for (const id of await this.idsOf(address)) {
      const text = id > after && (await this.#redis.hget(this.#keys.wishlist(address.partition, id), RECORD));
      if (text) yield namedRecord(() => decodeWishlist(text), id, address);
    }
  }

  /** The items of a customer's wishlists after the one with the id `after`, also the removed ones. */
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

  /** The items in a customer's wishlists that are indexed under one of the terms. */
  async itemsWith(storeKey: string, customer: SlotAddress, terms: readonly string[]): Promise<ItemRecord[]> {
    const ids = await itemIdsWith(this.#redis, this.#keys, [customer], terms);
    const reads = { redis: this.#redis, keys: this.#keys, onUndecodable: refuseUndecodable };
    return readableOf(await readWishes(reads, storeKey, ids)).map(({ item }) => item);
  }

  /**
   * A page of a customer's wishlists after `cursor`, each with its first items; undefined for a customer without any.
   * If the bytes do not suffice, the wishlists have fewer items each. `isMeant` decides whether the customer in the
   * slot is the requested one.
   */
  async lookup(
    { partition, slot }: SlotAddress,
    { cursor, size, itemSize, maxBytes = MAX_PAGE_BYTES }: PageRequest & { itemSize: number },
    isMeant: (customer: Pick<Customer, "record" | "former">) => boolean,
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
    if (!isMeant(customer)) return undefined;
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
