import type { Redis } from "ioredis";
import { parseOrdinal } from "../ids/base32.ts";
import { KEY_LETTERS } from "../keys/key-letters.ts";
import type { RecordAddress } from "../keys/key-space.ts";
import type { Keys, StoreIndex } from "../keys/keys.ts";
import { storeEntriesOf, type StoreEntry } from "../partition/state/store-entries.ts";
import {
  decodeProduct,
  decodeVariant,
  type ProductRecord,
  type VariantRecord,
} from "../records/catalogue.ts";
import { decodeIfAny } from "../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../records/fields.ts";
import { decodeGuest } from "../records/guests.ts";
import {
  type CustomerRecord,
  decodeCustomer,
  decodeItem,
  type ItemRecord,
  type WishlistMeta,
} from "../records/records.ts";
import { decodeAlert } from "../records/stored-alerts.ts";
import { decodeOrder } from "../records/stored-orders.ts";
import { decodeWishlistMeta, isGone } from "../records/wishlist-meta.ts";
import { memberBatches } from "../redis/members.ts";
import { readTexts } from "../redis/replies.ts";
import { scanKeys } from "../redis/scan.ts";
import { readHashOfScript, readTogether } from "../redis/structures/read-together.ts";

const SCAN_BATCH_SIZE = 500;

/**
 * Records with entries in the indexes of their store, by the letter of their keys. Every field of a key
 * of alerts is an alert.
 */
const ENTERED = {
  [KEY_LETTERS.customer]: {
    kind: "customer",
    field: RECORD,
    decode: (text: string) => ({ record: decodeCustomer(text), version: "", former: null }),
  },
  [KEY_LETTERS.product]: { kind: "product", field: RECORD, decode: decodeProduct },
  [KEY_LETTERS.order]: { kind: "order", field: RECORD, decode: decodeOrder },
  [KEY_LETTERS.alerts]: { kind: "alert", field: undefined, decode: decodeAlert },
  [KEY_LETTERS.wishlist]: { kind: "guest", field: WISHLIST.guest, decode: decodeGuest },
} as const;

/** Letter of the keys of records with entries. */
export type EnteredLetter = keyof typeof ENTERED;

/** A wishlist with its own indexes, all read at the same moment. */
export interface IndexedWishlist {
  id: string;
  partition: number;
  meta: WishlistMeta;
  /** The metadata as it is stored: it changes with every change of the wishlist. */
  metaText: string;
  /** Items by the names of their numbers. */
  items: ReadonlyMap<string, ItemRecord>;
  /** Names of numbers in the order of the items. */
  order: readonly string[];
  /** Numbers of items by index term, as they are stored. */
  terms: Readonly<Record<string, string>>;
}

/** A record with the entries that it has in the indexes of its store. */
export interface EnteredRecord {
  /** Name of the record, for an operator. */
  name: string;
  /** Key, field and text of the record: while the field has this text, the record is unchanged. */
  key: string;
  field: string;
  text: string;
  entries: readonly StoreEntry[];
}

/** Reads the indexes, and the records that they are compared with. For maintenance only, because it reads all keys. */
export class IndexReads {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /**
   * Finds the partition and the id of every key with a one-letter name, some at a time. A key may occur more than once.
   */
  async *addresses(letter: (typeof KEY_LETTERS)[keyof typeof KEY_LETTERS]): AsyncGenerator<RecordAddress[]> {
    const match = this.#keys.everyOf(letter);
    for await (const found of scanKeys(this.#redis, match, SCAN_BATCH_SIZE))
      yield found.map((key) => this.#keys.partsOf(key));
  }

  /** Reads a wishlist with its indexes, even if a claim has hidden it; undefined if it is deleted. */
  async wishlist(partition: number, id: string): Promise<IndexedWishlist | undefined> {
    const key = this.#keys.wishlist(partition, id);
    const replies = await readTogether(this.#redis, [
      ["HGETALL", key],
      ["ZRANGE", this.#keys.itemOrder(partition, id), "0", "-1"],
      ["HGETALL", this.#keys.itemIndex(partition, id)],
    ]);
    const [fields, terms] = [readHashOfScript(replies[0]), readHashOfScript(replies[2])];
    const order = readTexts(replies[1]);
    const { [WISHLIST.meta]: metaText } = fields;
    const meta = metaText === undefined ? undefined : decodeWishlistMeta(metaText);
    if (metaText === undefined || !meta || isGone(meta)) return undefined;
    const numbered = Object.entries(fields).filter(([name]) => parseOrdinal(name) !== undefined);
    const items = new Map(numbered.map(([name, text]) => [name, decodeItem(text)]));
    return { id, partition, meta, metaText, items, order, terms };
  }

  /** Reads the names of the index terms of a wishlist's items. */
  async terms(partition: number, wishlistId: string): Promise<string[]> {
    return this.#redis.hkeys(this.#keys.itemIndex(partition, wishlistId));
  }

  /** Reads the store of a wishlist; undefined if there is no such wishlist. */
  async storeKeyOf(partition: number, wishlistId: string): Promise<string | undefined> {
    const text = await this.#redis.hget(this.#keys.wishlist(partition, wishlistId), WISHLIST.meta);
    return decodeIfAny(decodeWishlistMeta, text)?.storeKey;
  }

  /** Reads the members of an index of a store in a partition, some at a time. */
  members(partition: number, index: StoreIndex, storeKey: string): AsyncGenerator<string[]> {
    return memberBatches(this.#redis, this.#keys.storeIndex(partition, index, storeKey), SCAN_BATCH_SIZE);
  }

  /** Finds the indexes of one kind: of each store, in each partition. One may occur more than once. */
  async *indexes(index: StoreIndex): AsyncGenerator<{ partition: number; storeKey: string }> {
    for await (const found of scanKeys(this.#redis, this.#keys.everyIndex(index), SCAN_BATCH_SIZE))
      for (const key of found) yield this.#keys.storeOf(key);
  }

  /** Reads the records at a key that have entries in the indexes of their store; empty if there are none. */
  async entered(letter: EnteredLetter, { partition, id }: RecordAddress): Promise<EnteredRecord[]> {
    const key = this.#keys.recordAt(partition, letter, id);
    const { kind, field: only, decode } = ENTERED[letter];
    const texts =
      only === undefined ? await this.#redis.hgetall(key) : { [only]: await this.#redis.hget(key, only) };
    return Object.entries(texts).flatMap(([field, text]) => {
      if (text === null) return [];
      const entries = storeEntriesOf({ kind, id, field }, decode(text));
      return [{ name: entries[0]?.member.split(" ")[0] ?? "", key, field, text, entries }];
    });
  }

  /** Whether an index of a store has an entry. */
  hasEntry(partition: number, { index, storeKey, member }: StoreEntry): Promise<boolean> {
    return this.hasMember(this.#keys.storeIndex(partition, index, storeKey), member);
  }

  /** Whether a sorted set has a member. */
  async hasMember(key: string, member: string): Promise<boolean> {
    return (await this.#redis.zscore(key, member)) !== null;
  }

  /** Reads the ids of the wishlists in a customer's list. */
  async listed(partition: number, slot: string): Promise<string[]> {
    return this.#redis.zrange(this.#keys.customerWishlists(partition, slot), 0, "-1");
  }

  /** Reads a customer's record and its version; undefined if there is none. */
  async customer(
    partition: number,
    slot: string,
  ): Promise<{ record: CustomerRecord; version: string } | undefined> {
    const [text, version] = await this.#redis.hmget(
      this.#keys.customer(partition, slot),
      RECORD,
      CUSTOMER.version,
    );
    return text ? { record: decodeCustomer(text), version: version ?? "" } : undefined;
  }

  /** Reads a product's record and its variants; undefined if there is none. */
  async product(
    partition: number,
    slot: string,
  ): Promise<{ record: ProductRecord; variants: VariantRecord[] } | undefined> {
    const { [RECORD]: text, ...others } = await this.#redis.hgetall(this.#keys.product(partition, slot));
    if (text === undefined) return undefined;
    const variants = Object.values(others).map(decodeVariant);
    return { record: decodeProduct(text), variants };
  }
}
