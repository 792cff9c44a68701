import type { Redis } from "ioredis";
import { ordinal, parseOrdinal } from "../ids/base32.ts";
import type { Keys } from "../keys/keys.ts";
import { RECORD, WISHLIST } from "../records/fields.ts";
import type { WishlistMeta } from "../records/records.ts";
import { servedItemJson } from "../records/served-json.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { lexStart } from "../redis/members.ts";
import { readFields } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { countFitting, MAX_PAGE_BYTES } from "./page-bytes.ts";

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

/** A page of a wishlist's items as the JSON that is served. */
export interface ItemPage {
  items: Buffer[];
  /** Id of the page's last item; absent if the page is empty. */
  lastItemId: string | undefined;
}

/** A page of items with the stored JSON of their wishlist. */
export interface StoredPage extends ItemPage {
  record: Buffer;
}

export interface WishlistPage extends StoredPage {
  meta: WishlistMeta;
}

/** Returns where a cursor starts within one wishlist: at its beginning, after a position, or nowhere. */
export function startOf(wishlistId: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return "";
  const prefix = `${wishlistId}.`;
  if (cursor.startsWith(prefix)) return cursor.slice(prefix.length);
  return cursor < prefix ? "" : undefined;
}

/** Returns the metadata of a wishlist; undefined if it is deleted or belongs to another store. */
export function visible(storeKey: string, metaText: string | null | undefined): WishlistMeta | undefined {
  const meta = metaText ? decodeWishlistMeta(metaText) : undefined;
  return meta && !meta.deleted && meta.storeKey === storeKey ? meta : undefined;
}

/** A wishlist, and where it is stored. */
interface StoredWishlist {
  redis: Redis;
  keys: Keys;
  partition: number;
  wishlistId: string;
}

/** Reads a wishlist with the items that have these numbers, at most `size`. */
async function readByNumber(
  { redis, keys, partition, wishlistId }: StoredWishlist,
  numbers: number[],
  size: number,
): Promise<PageRead> {
  const names = numbers.map(ordinal);
  const key = keys.wishlist(partition, wishlistId);
  const [meta, record, ...values] = await redis.hmgetBuffer(key, WISHLIST.meta, RECORD, ...names);
  const items = names.flatMap((name, i): NamedItem[] => (values[i] ? [{ name, value: values[i] }] : []));
  return { meta: meta?.toString(), record, items: items.slice(0, size) };
}

/** Reads a wishlist with its items after a position, in the order of their ids, at most `size`. */
async function readInOrder(
  { redis, keys, partition, wishlistId }: StoredWishlist,
  after: string,
  size: number,
): Promise<PageRead> {
  const [meta, record, ...fields] = await readPageScript.run(
    redis,
    [keys.wishlist(partition, wishlistId), keys.itemOrder(partition, wishlistId)],
    [lexStart(after), size.toString()],
  );
  const items = fields.flatMap((value, i): NamedItem[] =>
    i % 2 === 1 && value ? [{ name: fields[i - 1] ?? "", value: Buffer.from(value) }] : [],
  );
  return { meta, record: record ? Buffer.from(record) : null, items };
}

/**
 * Reads a page of a store's wishlist, after `cursor`; undefined if there is no such wishlist. The bytes are limited
 * after the read: items have a size limit, so the size of a page that is read is limited too.
 *
 * Item numbers are dense except for removed items. So one HMGET of the numbers after the cursor reads the page, which
 * costs Redis a quarter of a script that reads the order first. Only a page with more gaps than the slack is read by
 * that script, in a second round trip.
 */
export async function readWishlistPage(
  stored: StoredWishlist,
  storeKey: string,
  { cursor, size, maxBytes = MAX_PAGE_BYTES }: PageRequest,
): Promise<WishlistPage | undefined> {
  const { wishlistId } = stored;
  const start = startOf(wishlistId, cursor);
  const first = start === "" ? 0 : start === undefined ? undefined : parseOrdinal(start);
  const numbers = first === undefined ? [] : Array.from({ length: size + SLACK }, (_, i) => first + 1 + i);
  let read = await readByNumber(stored, numbers, size);
  let meta = visible(storeKey, read.meta);
  const hasMore = start !== undefined && (numbers.at(-1) ?? 0) < (meta?.lastNumber ?? 0);
  if (hasMore && read.items.length < size) {
    // The whole page is read again, not only the missing part: parts of two moments would show a state that never
    // existed.
    read = await readInOrder(stored, start, size);
    meta = visible(storeKey, read.meta);
  }
  const { record } = read;
  if (!meta || !record) return undefined;
  const holder = meta;
  const values = read.items.map(({ value }) => servedItemJson(value, holder));
  const items = values.slice(0, countFitting(values, maxBytes - record.length));
  const last = read.items[items.length - 1]?.name;
  return {
    meta,
    record,
    items,
    lastItemId: last === undefined ? undefined : `${wishlistId}.${last}`,
  };
}
