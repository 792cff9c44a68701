import { afterOrdinal, fixed, isBase32, ordinal, parseFixed, parseOrdinal } from "./base32.ts";
import type { EntryId } from "./entry-id.ts";

/**
 * Ids of wishlists, items, customers and products. They are opaque to callers; the service finds the partition in them.
 *
 *   wishlist  w <time 9> <order 1+> <partition 2> <random 5>
 *   item      <wishlist id> . <number 2+>
 *   customer  c <time 9> <order 1+> <partition 2> <key 16>
 *   product   p <time 9> <order 1+> <partition 2> <key 16>
 *   share     s <time 9> <order 1+> <partition 2>
 *   variant   <product id> . <number 2+>
 *
 * All parts are base 32 with digits in ASCII order, so ids sort as text by creation time, and an item's id
 * by its number. Time and order come from the stream entry of the command that creates the entity: they never
 * go back, and a replay creates the same id.
 */

const TIME_DIGITS = 9;
const PARTITION_DIGITS = 2;
const RANDOM_DIGITS = 5;
export const KEY_DIGITS = 16;

/** Maximum number of partitions that an id can name. */
export const MAX_PARTITIONS = 32 ** PARTITION_DIGITS;

const stamp = (at: EntryId) => fixed(at.ms, TIME_DIGITS) + ordinal(at.seq);

/** Returns the id of the wishlist that the command at `at` creates; `random` gives unguessable digits. */
export function wishlistId(at: EntryId, partition: number, random: string): string {
  return `w${stamp(at)}${fixed(partition, PARTITION_DIGITS)}${random.slice(0, RANDOM_DIGITS)}`;
}

/** Returns the id of the customer that the command at `at` creates in the slot with this key. */
export function customerId(at: EntryId, partition: number, key: string): string {
  return `c${stamp(at)}${fixed(partition, PARTITION_DIGITS)}${key}`;
}

/** Returns the id of the product that the command at `at` creates in the slot with this key. */
export function productId(at: EntryId, partition: number, key: string): string {
  return `p${stamp(at)}${fixed(partition, PARTITION_DIGITS)}${key}`;
}

/** Returns the id of an alert that the command at `at` raises; `number` counts the alerts of one command. */
export function alertId(at: EntryId, partition: number, number: number): string {
  return `a${stamp(at)}${fixed(partition, PARTITION_DIGITS)}${ordinal(number)}`;
}

/** Returns the id of the link to a wishlist that the command at `at` creates. */
export function shareId(at: EntryId, partition: number): string {
  return `s${stamp(at)}${fixed(partition, PARTITION_DIGITS)}`;
}

/** Returns the id of a product's variant with this number. */
export function variantId(product: string, number: number): string {
  return `${product}.${ordinal(number)}`;
}

/** Returns the id of a wishlist's item with this number. */
export function itemId(wishlist: string, number: number): string {
  return `${wishlist}.${ordinal(number)}`;
}

const isOfLength = (length: number) => (end: string) => end.length === length;
const isRandom = isOfLength(RANDOM_DIGITS);
const isKey = isOfLength(KEY_DIGITS);

/** Returns the partition and the end of an id, which follow its stamp; undefined if the id is not well-formed. */
function tail(
  id: string,
  kind: "w" | "c" | "p" | "a",
  isEnd: (end: string) => boolean,
): { partition: number; end: string } | undefined {
  if (!id.startsWith(kind) || !isBase32(id.slice(1))) return undefined;
  const afterStamp = afterOrdinal(id.slice(1 + TIME_DIGITS));
  const end = afterStamp?.slice(PARTITION_DIGITS);
  if (afterStamp === undefined || end === undefined || !isEnd(end)) return undefined;
  return { partition: parseFixed(afterStamp.slice(0, PARTITION_DIGITS)), end };
}

/** Returns the partition in a wishlist id, or undefined for any other text. */
export function partitionOfWishlist(id: string): number | undefined {
  return tail(id, "w", isRandom)?.partition;
}

/** Returns the partition and the slot key in a customer id, or undefined for any other text. */
export function parseCustomerId(id: string): { partition: number; key: string } | undefined {
  const found = tail(id, "c", isKey);
  return found && { partition: found.partition, key: found.end };
}

/** Returns the partition and the slot key in a product id, or undefined for any other text. */
export function parseProductId(id: string): { partition: number; key: string } | undefined {
  const found = tail(id, "p", isKey);
  return found && { partition: found.partition, key: found.end };
}

/**
 * Returns the name of a product in the index of variants: its id without the time, `p <partition 2> <key 16>`. It is the
 * same for each attempt to create the product, and for a later product with the same reference.
 */
export const productHolder = (productId: string): string =>
  `p${productId.slice(-(PARTITION_DIGITS + KEY_DIGITS))}`;

/**
 * Returns the partition and the slot key in the name of a product in the index of variants, or in a product id, which is
 * the name that version 0.1.0 used; undefined for any other text.
 */
export function parseProductHolder(holder: string): { partition: number; key: string } | undefined {
  const end = holder.slice(1);
  if (!holder.startsWith("p") || end.length !== PARTITION_DIGITS + KEY_DIGITS || !isBase32(end))
    return parseProductId(holder);
  return { partition: parseFixed(end.slice(0, PARTITION_DIGITS)), key: end.slice(PARTITION_DIGITS) };
}

/** Returns the product and the number in a variant id, or undefined for any other text. */
export function parseVariantId(id: string): { productId: string; number: number } | undefined {
  const [product = "", number = ""] = id.split(".");
  const parsed = parseOrdinal(number);
  return parsed === undefined || !parseProductId(product) || id !== variantId(product, parsed)
    ? undefined
    : { productId: product, number: parsed };
}

/** Returns the wishlist, the partition and the number in an item id, or undefined for any other text. */
export function parseItemId(id: string): { wishlist: string; partition: number; number: number } | undefined {
  const dot = id.indexOf(".");
  if (dot < 0) return undefined;
  const wishlist = id.slice(0, dot);
  const partition = partitionOfWishlist(wishlist);
  const number = parseOrdinal(id.slice(dot + 1));
  return partition === undefined || number === undefined ? undefined : { wishlist, partition, number };
}

/** Returns the partition in an alert's id, or undefined for any other text. */
export function partitionOfAlert(id: string): number | undefined {
  return tail(id, "a", (end) => parseOrdinal(end) !== undefined)?.partition;
}

/** Returns when an id was created, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return parseFixed(id.slice(1, 1 + TIME_DIGITS));
}
