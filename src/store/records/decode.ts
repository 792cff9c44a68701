/** Makes a record of its stored text. Throws a `SyntaxError` for a text that is no record. */
export type Decode<T> = (text: string) => T;

/** Reads JSON. The parser's own error has a part of the text in it, which may be a person's, and errors are logged. */
function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(`a stored ${name} is no JSON`);
  }
}

/**
 * The decoder of a stored record. Each record has one, beside its type, and nothing else says which type its text has.
 * The type is asserted, not checked: the service has written the text itself, and a check of every member would cost
 * more than the reading.
 *
 * Records have no version number, for it would cost bytes in every item. `upgrade` recognises what an earlier version
 * stored by its members, and turns it into what the present version stores. Members that were added since are optional
 * in the record's type.
 *
 * @param name of the record, for the error
 */
export function decoderOf<T extends object>(name: string, upgrade?: (record: T) => T): Decode<T> {
  return (text) => {
    const value = parseJson(name, text);
    if (typeof value !== "object" || value === null) throw new SyntaxError(`a stored ${name} is no object`);
    const record = value as T;
    return upgrade ? upgrade(record) : record;
  };
}

/** Decodes a text that may be missing or empty; undefined where it is. */
export const decodeIfAny = <T>(decode: Decode<T>, text: string | null | undefined): T | undefined =>
  text ? decode(text) : undefined;
