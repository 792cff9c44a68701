/**
 * Returns the value that a record has under a name from outside; undefined if it has none. `record[name]` would also
 * find what every object inherits, such as `constructor`.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
