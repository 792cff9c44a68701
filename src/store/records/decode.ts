import { partsOfSlot } from "../keys/slots.ts";

/** What names a record to an operator: ids and keys of slots, and nothing that names a person. */
export interface RecordLabel {
  /** Tenant and store, where the reader knows them. */
  storeKey?: string | undefined;
  /** Absent for what is in no partition. */
  partition?: number;
  id: string;
}

/** A stored text that is no record. Its message has nothing of the text, which may be a person's: errors are logged. */
export class Undecodable extends SyntaxError {
  /** Kind of the record. */
  readonly record: string;
  /** Which one it is, if its reader has said so. */
  label?: RecordLabel;

  constructor(record: string, what: string) {
    super(`a stored ${record} is no ${what}`);
    this.record = record;
  }
}

/** Makes a record of its stored text. Throws {@link Undecodable} for a text that is no record. */
export type Decode<T> = (text: string) => T;

/**
 * Reads the JSON of a stored value. Throws {@link Undecodable}: the parser's own error has a part of the text in it.
 *
 * @param name of the value, for the error
 */
export function parseStored(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Undecodable(name, "JSON");
  }
}

interface Shape<T> {
  /**
   * Member that every version of the record has: without it, the text is another one. Null where no member is sure, as in
   * a body of any kind.
   */
  needs: (keyof T & string) | null;
  /** Makes of what an earlier version stored what the present version stores. */
  upgrade?: (record: T) => T;
}

/**
 * The decoder of a stored record. Each record has one, beside its type, and nothing else says which type its text has.
 * The type is asserted, not checked: the service has written the text itself, and a check of every member would cost
 * more than the reading. What is another kind of value, or lacks one sure member, is refused: that costs one look.
 *
 * Records have no version number, for it would cost bytes in every item. `upgrade` recognises what an earlier version
 * stored by its members, and turns it into what the present version stores. Members that were added since are optional
 * in the record's type.
 *
 * @param name of the record, for the error
 */
export function decoderOf<T extends object>(name: string, { needs, upgrade }: Shape<T>): Decode<T> {
  return (text) => {
    const value = parseStored(name, text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Undecodable(name, "object");
    const record = value as T;
    if (needs !== null && record[needs] === undefined) throw new Undecodable(name, "whole record");
    return upgrade ? upgrade(record) : record;
  };
}

/** As {@link decoderOf}, of a list. */
export function listDecoderOf<L extends readonly unknown[]>(
  name: string,
  upgrade?: (list: L) => L,
): Decode<L> {
  return (text) => {
    const value = parseStored(name, text);
    if (!Array.isArray(value)) throw new Undecodable(name, "list");
    const list = value as unknown as L;
    return upgrade ? upgrade(list) : list;
  };
}

/** Like {@link decodeIfAny}, for a record in a slot: an error says which. */
export function decodeAt<T>(
  decode: Decode<T>,
  text: string | null | undefined,
  { partition, slot }: { partition: number; slot: string },
): T | undefined {
  try {
    return decodeIfAny(decode, text);
  } catch (err) {
    if (err instanceof Undecodable) {
      const { storeKey, key: id } = partsOfSlot(slot);
      err.label = { storeKey, partition, id };
    }
    throw err;
  }
}

/** Decodes a text that may be missing or empty; undefined where it is. */
export const decodeIfAny = <T>(decode: Decode<T>, text: string | null | undefined): T | undefined =>
  text ? decode(text) : undefined;
