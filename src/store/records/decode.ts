import { partsOfSlot } from "../keys/slots.ts";

/** The kinds of stored records and values, for errors, the log and metrics. */
export const RECORD_KINDS = [
  "alert",
  "answer",
  "audit entry",
  "batch",
  "begun erasure",
  "body",
  "chunk of a feed",
  "claim",
  "client",
  "command",
  "counter",
  "customer",
  "delivery",
  "end of a round",
  "endpoint",
  "error of a feed",
  "event",
  "export",
  "former customer",
  "group of events",
  "guest",
  "handover",
  "item",
  "jobs of groups",
  "key",
  "list of signing keys",
  "order",
  "owner",
  "position",
  "privacy entry",
  "private key",
  "product",
  "purchase",
  "redaction",
  "refusal",
  "rejected record",
  "removed item",
  "reply",
  "reset of a flag",
  "run of an export",
  "setting",
  "shares",
  "shop",
  "stock level",
  "time",
  "variant",
  "wave",
  "wishlist",
  "wishlist metadata",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Label of a record for an operator: ids and keys of slots, but nothing that names a person. */
export interface RecordLabel {
  /** Tenant and store, if they are known. */
  storeKey?: string | undefined;
  /** Absent for a record outside of the partitions. */
  partition?: number;
  id: string;
}

/**
 * A stored text is not a record. The message contains no part of the text, which may be personal data, because errors
 * are logged.
 */
export class Undecodable extends SyntaxError {
  readonly record: RecordKind;
  /** Label of the record, if its reader has set it. */
  label?: RecordLabel;

  constructor(record: RecordKind, what: string) {
    super(`a stored ${record} is not ${what}`);
    this.record = record;
  }
}

/**
 * Decodes a record from its stored text.
 *
 * @throws {Undecodable} for a text that is not a record
 */
export type Decode<T> = (text: string) => T;

/**
 * Reads the JSON of a stored value.
 *
 * @param name kind of the value, for the error
 * @throws {Undecodable} instead of the parser's own error, which contains a part of the text
 */
export function parseStored(name: RecordKind, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Undecodable(name, "JSON");
  }
}

interface Shape<T> {
  /**
   * Member that every version of the record has: without it, the text is not this record. Null if no member is certain,
   * as in a body of any kind.
   */
  needs: (keyof T & string) | null;
  /** Converts a record that an earlier version stored to the form of the current version. */
  upgrade?: (record: T) => T;
}

/**
 * Returns the decoder of a stored record. Each record has one, beside its type, and nothing else determines the type of
 * its text. The type is asserted, not checked: the service has written the text itself, and a check of every member
 * would cost more than the decoding. A value of another kind, or without one certain member, is refused, which costs
 * little.
 *
 * Records have no version number, because it would cost bytes in every item. `upgrade` recognises a record of an
 * earlier version by its members, and converts it to the form of the current version. Members that were added later are
 * optional in the record's type.
 *
 * @param name kind of the record, for the error
 */
export function decoderOf<T extends object>(name: RecordKind, { needs, upgrade }: Shape<T>): Decode<T> {
  return (text) => {
    const value = parseStored(name, text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Undecodable(name, "an object");
    const record = value as T;
    if (needs !== null && record[needs] === undefined) throw new Undecodable(name, "a complete record");
    return upgrade ? upgrade(record) : record;
  };
}

/** Like {@link decoderOf}, but for a list. */
export function listDecoderOf<L extends readonly unknown[]>(
  name: RecordKind,
  upgrade?: (list: L) => L,
): Decode<L> {
  return (text) => {
    const value = parseStored(name, text);
    if (!Array.isArray(value)) throw new Undecodable(name, "a list");
    const list = value as unknown as L;
    return upgrade ? upgrade(list) : list;
  };
}

/**
 * Like {@link decodeIfAny}, but for a record in a slot, which the error names. `name` is given for one of many records
 * of a slot.
 */
export function decodeAt<T>(
  decode: Decode<T>,
  text: string | null | undefined,
  { partition, slot }: { partition: number; slot: string },
  name?: string,
): T | undefined {
  try {
    return decodeIfAny(decode, text);
  } catch (err) {
    if (err instanceof Undecodable) {
      const { storeKey, key } = partsOfSlot(slot);
      err.label = { storeKey, partition, id: name === undefined ? key : `${key} ${name}` };
    }
    throw err;
  }
}

/** Decodes a text that may be missing or empty; undefined if it is. */
export const decodeIfAny = <T>(decode: Decode<T>, text: string | null | undefined): T | undefined =>
  text ? decode(text) : undefined;
