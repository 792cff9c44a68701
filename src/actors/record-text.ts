/** Whether two values have the same JSON, including the order of members. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const texts = new WeakMap<object, string>();

/**
 * Returns the JSON of a record. It is made once for each object: the same text is measured, served and stored. It stays
 * valid, because record objects never change.
 */
export function textOf(record: object): string {
  let text = texts.get(record);
  if (text === undefined) {
    text = JSON.stringify(record);
    texts.set(record, text);
  }
  return text;
}
