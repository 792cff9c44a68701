import { textOf } from "./record-text.ts";
import { refuse, type Rejection } from "./reply.ts";

const KIB = 1024;

/** Maximum size of one record of each kind, as JSON, in bytes. */
export const MAX_RECORD_BYTES = {
  customer: 64 * KIB,
  wishlist: 32 * KIB,
  item: 32 * KIB,
  product: 256 * KIB,
  variant: 256 * KIB,
  order: 256 * KIB,
} as const;

type SizedRecord = keyof typeof MAX_RECORD_BYTES;

/** Maximum number of bytes in UTF-8 for one character of a JavaScript string. */
const MAX_CHARACTER_BYTES = 3;

const bytesIn = (text: string) => new TextEncoder().encode(text).length;

/**
 * Returns the bytes of a record that count for its limit. The reference of its wishlist does not count for an item: it
 * may become longer without a write of the item.
 */
function sizeOf(kind: SizedRecord, record: object): number {
  const bytes = bytesIn(textOf(record));
  if (kind !== "item" || !("wishlistRef" in record)) return bytes;
  return bytes - bytesIn(`,"wishlistRef":${JSON.stringify(record.wishlistRef)}`);
}

/**
 * Members that may become longer in a record that has reached its limit: those of a withdrawn consent to marketing, the
 * state of an order, and what the service notes in a wish. All of them are short.
 */
const FREE_MEMBERS = new Set([
  "accepts_marketing_updated_at",
  "marketing_opt_in_level",
  "updated_at",
  "status",
  "updatedTime",
  ...["purchasedDate", "lastPurchaseDate", "purchasedQuantity", "variantSince", "waitingSince"],
]);

/** Returns a record without its flags and its free members: a flag takes one byte more if it is not set. */
const growingPart = (record: object): object =>
  Object.fromEntries(
    Object.entries<unknown>({ ...record }).filter(
      ([name, value]) => typeof value !== "boolean" && !FREE_MEMBERS.has(name),
    ),
  );

/** Whether a record takes more bytes after a change than before, apart from its flags and free members. */
const hasGrown = (kind: SizedRecord, after: object, before: object): boolean =>
  sizeOf(kind, growingPart(after)) > sizeOf(kind, growingPart(before));

/** Returns the name of the field with the longest JSON. */
function largestField(record: object): string {
  let largest = { name: "", bytes: -1 };
  for (const [name, value] of Object.entries<unknown>({ ...record })) {
    const bytes = bytesIn(JSON.stringify([value]));
    if (bytes > largest.bytes) largest = { name, bytes };
  }
  return largest.name;
}

/**
 * Refuses a record that exceeds the limit of its kind, and names its largest field. Returns undefined if it may be
 * stored. A record at its limit, or one that is larger because it is older than the limit, may change if it does not
 * grow. So its flags can be reset, a consent can be withdrawn, an order can be cancelled, and a wish can be moved.
 */
export function refuseOversized(
  kind: SizedRecord,
  after: object,
  before: object | null,
): Rejection | undefined {
  const limit = MAX_RECORD_BYTES[kind];
  if (textOf(after).length * MAX_CHARACTER_BYTES <= limit) return undefined;
  const bytes = sizeOf(kind, after);
  if (bytes <= limit || (before && !hasGrown(kind, after, before))) return undefined;
  return refuse(
    "InvalidInput",
    `The ${kind} would take ${bytes} bytes of JSON; the limit is ${limit}.`,
    `/${largestField(after)}`,
  );
}
