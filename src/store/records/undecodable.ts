import { boundedCache } from "../../collections/bounded-cache.ts";
import { type Decode, type RecordKind, type RecordLabel, Undecodable } from "./decode.ts";

/** A record that cannot be decoded. */
export interface UndecodableRecord extends RecordLabel {
  record: RecordKind;
}

/**
 * Handles a record that cannot be decoded, for a reader of many records: the record is left out, or the error is
 * thrown.
 */
export type OnUndecodable = (err: Undecodable, label: RecordLabel) => void;

/** Maximum number of records that are remembered as reported. */
const MAX_REMEMBERED = 10_000;

/** @throws the error, for a reader that must not leave out any record */
export const refuseUndecodable: OnUndecodable = (err) => {
  throw err;
};

/** Returns a handler that leaves out records that cannot be decoded, and reports each of them once in a process. */
export function skippingUndecodable(report: (record: UndecodableRecord) => void): OnUndecodable {
  const reported = boundedCache<true>(MAX_REMEMBERED);
  return ({ record }, label) => {
    const name = JSON.stringify([record, label.partition ?? label.storeKey, label.id]);
    if (reported.has(name)) return;
    reported.set(name, true);
    report({ record, ...label });
  };
}

/** Decodes one of many records; undefined if it is left out. */
export function decodeOrSkip<T>(
  decode: Decode<T>,
  text: string,
  labelOf: () => RecordLabel,
  onUndecodable: OnUndecodable,
): T | undefined {
  try {
    return decode(text);
  } catch (err) {
    if (!(err instanceof Undecodable)) throw err;
    onUndecodable(err, labelOf());
    return undefined;
  }
}

/** Decodes the fields of a hash, whose names are ids. Leaves out fields that cannot be decoded. */
export function decodeFields<T>(
  decode: Decode<T>,
  fields: Readonly<Record<string, string>>,
  of: Omit<RecordLabel, "id">,
  onUndecodable: OnUndecodable,
): T[] {
  return Object.entries(fields).flatMap(
    ([id, text]) => decodeOrSkip(decode, text, () => ({ ...of, id }), onUndecodable) ?? [],
  );
}

/**
 * Decodes some entries of a list. `from` is the index of the first one. The result is undefined for each entry that is
 * left out.
 */
export function decodeList<T>(
  decode: Decode<T>,
  texts: readonly string[],
  { from, id, ...of }: RecordLabel & { from: number },
  onUndecodable: OnUndecodable,
): (T | undefined)[] {
  return texts.map((text, i) =>
    decodeOrSkip(decode, text, () => ({ ...of, id: `${id} ${from + i}` }), onUndecodable),
  );
}

/** Returns the records that were not left out. */
export const readable = <T>(records: readonly (T | undefined)[]): T[] =>
  records.filter((record) => record !== undefined);

/**
 * Does the work for one of many records. Resolves to undefined if a record cannot be decoded: the record of `labelOf`,
 * unless the error has its own label.
 */
export async function doOrSkip<T>(
  work: () => Promise<T>,
  labelOf: () => RecordLabel,
  onUndecodable: OnUndecodable,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof Undecodable)) throw err;
    onUndecodable(err, err.label ?? labelOf());
    return undefined;
  }
}
