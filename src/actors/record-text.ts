/** Whether two values have the same JSON, including the order of members. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Sorts the members of an object, so that its JSON does not depend on their order. */
const withSortedMembers = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two values have the same JSON if the order of members does not count. */
export const haveSameMembers = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a, withSortedMembers) === JSON.stringify(b, withSortedMembers);

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
