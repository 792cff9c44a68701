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

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
const ONLY_DIGITS = new RegExp(`^[${DIGITS}]*$`);
const TIME_DIGITS = 9;
const PARTITION_DIGITS = 2;
const RANDOM_DIGITS = 5;
export const KEY_DIGITS = 16;

/** Maximum number of partitions that an id can name. */
export const MAX_PARTITIONS = 32 ** PARTITION_DIGITS;

/** Position of a command in its partition's stream: `<milliseconds>-<sequence>`, by Redis's clock. */
export interface EntryId {
  readonly ms: number;
  readonly seq: number;
}

/** Reads a stream entry id. Throws on any other text, because only Redis creates these ids. */
export function parseEntryId(text: string): EntryId {
  const dash = text.indexOf("-");
  const ms = Number(text.slice(0, dash));
  const seq = Number(text.slice(dash + 1));
  if (dash < 1 || !Number.isSafeInteger(ms) || !Number.isSafeInteger(seq)) {
    throw new TypeError(`not a stream entry id: ${text}`);
  }
  return { ms, seq };
}

/** Compares two whole numbers in decimal digits. */
function compareNumbers(one: string, two: string): number {
  if (one.length !== two.length) {
    const width = Math.max(one.length, two.length);
    return compareNumbers(one.padStart(width, "0"), two.padStart(width, "0"));
  }
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Returns the two numbers of a stream entry's id as text, because both may have 20 digits. */
function numbersOf(entryId: string): [ms: string, seq: string] {
  const dash = entryId.indexOf("-");
  return dash < 0 ? [entryId, "0"] : [entryId.slice(0, dash), entryId.slice(dash + 1)];
}

/**
 * Compares two stream entries by their ids: negative if the first comes before the second, 0 if they are the same. An
 * id without a sequence has the sequence 0.
 */
export function compareEntryIds(id: string, other: string): number {
  const [ms, seq] = numbersOf(id);
  const [otherMs, otherSeq] = numbersOf(other);
  return compareNumbers(ms, otherMs) || compareNumbers(seq, otherSeq);
}

/** Whether one stream entry comes before another, by {@link compareEntryIds}. */
export const isEntryBefore = (id: string, other: string): boolean => compareEntryIds(id, other) < 0;

/** Returns a whole number as exactly `width` base 32 digits, the highest first; digits that do not fit are dropped. */
function fixed(value: number, width: number): string {
  let text = "";
  for (let remaining = value, i = 0; i < width; i++, remaining = Math.floor(remaining / 32)) {
    text = DIGITS.charAt(remaining % 32) + text;
  }
  return text;
}

/** Returns bytes as base 32 digits, five bits of each byte: for digests and random parts. */
export function digits(bytes: Uint8Array, width: number): string {
  let text = "";
  for (const byte of bytes.subarray(0, width)) text += DIGITS.charAt(byte & 31);
  return text;
}

function makeOrdinal(value: number): string {
  if (value === 0) return "0";
  const width = Math.floor(Math.log(value) / Math.log(32) + 1e-12) + 1;
  return DIGITS.charAt(width) + fixed(value, width);
}

const FIRST_ORDINALS = Array.from({ length: 2048 }, (_, value) => makeOrdinal(value));

/** Returns a whole number in as few digits as it needs, after the number of digits, so that texts sort like numbers. */
export function ordinal(value: number): string {
  return FIRST_ORDINALS[value] ?? makeOrdinal(value);
}

/** Reads a number that {@link ordinal} wrote. Returns undefined for any other text. */
export function parseOrdinal(text: string): number | undefined {
  const width = VALUES.get(text.charAt(0));
  if (width === undefined || width > 10 || text.length !== width + 1) return undefined;
  let value = 0;
  for (let i = 1; i <= width; i++) {
    const digit = VALUES.get(text.charAt(i));
    if (digit === undefined) return undefined;
    value = value * 32 + digit;
  }
  return ordinal(value) === text ? value : undefined;
}

/** Returns the text after a leading ordinal, or undefined if there is none. */
function afterOrdinal(text: string): string | undefined {
  const width = VALUES.get(text.charAt(0));
  if (width === undefined || width > 10) return undefined;
  return parseOrdinal(text.slice(0, width + 1)) === undefined ? undefined : text.slice(width + 1);
}

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

/** Returns the version of an entity: a short text that no other change of the partition has. */
export function versionOf(at: EntryId): string {
  return at.ms.toString(36) + (at.seq === 0 ? "" : `.${at.seq.toString(36)}`);
}

/** Returns when an entity got a version, in milliseconds since 1970. */
export function timeOfVersion(version: string): number {
  return Number.parseInt(version, 36);
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
  if (!id.startsWith(kind) || !ONLY_DIGITS.test(id.slice(1))) return undefined;
  const afterStamp = afterOrdinal(id.slice(1 + TIME_DIGITS));
  const end = afterStamp?.slice(PARTITION_DIGITS);
  if (afterStamp === undefined || end === undefined || !isEnd(end)) return undefined;
  const [high = 0, low = 0] = [VALUES.get(afterStamp.charAt(0)), VALUES.get(afterStamp.charAt(1))];
  return { partition: high * 32 + low, end };
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
  let ms = 0;
  for (const digit of id.slice(1, 1 + TIME_DIGITS)) ms = ms * 32 + (VALUES.get(digit) ?? 0);
  return ms;
}
