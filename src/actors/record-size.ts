import { textOf } from "./record-text.ts";
import { refuse, type Rejection } from "./reply.ts";

const KIB = 1024;

/** Maximum bytes of UTF-8 JSON of one record of each kind. */
export const MAX_RECORD_BYTES = {
  customer: 64 * KIB,
  wishlist: 32 * KIB,
  item: 32 * KIB,
  product: 256 * KIB,
  variant: 256 * KIB,
  order: 256 * KIB,
} as const;

type SizedRecord = keyof typeof MAX_RECORD_BYTES;

/** Maximum bytes of UTF-8 of one character of a JavaScript string. */
const MAX_CHARACTER_BYTES = 3;

const bytesIn = (text: string) => new TextEncoder().encode(text).length;

/** Name of the field with the longest JSON. */
function largestField(record: object): string {
  let largest = { name: "", bytes: -1 };
  for (const [name, value] of Object.entries<unknown>({ ...record })) {
    const bytes = bytesIn(JSON.stringify([value]));
    if (bytes > largest.bytes) largest = { name, bytes };
  }
  return largest.name;
}

/**
 * Refuses a record that is larger than its kind may be, and names its largest field; undefined if it may be stored. A
 * record that was too large before, because it is older than the limit, may change as long as it does not grow.
 */
export function refuseOversized(
  kind: SizedRecord,
  after: object,
  before: object | null,
): Rejection | undefined {
  const limit = MAX_RECORD_BYTES[kind];
  if (textOf(after).length * MAX_CHARACTER_BYTES <= limit) return undefined;
  const bytes = bytesIn(textOf(after));
  if (bytes <= limit || (before && bytes <= bytesIn(textOf(before)))) return undefined;
  return refuse(
    "InvalidInput",
    `The ${kind} would take ${bytes} bytes of JSON; the limit is ${limit}.`,
    `/${largestField(after)}`,
  );
}
