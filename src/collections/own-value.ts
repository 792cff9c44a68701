/**
 * Returns the value that a record has under a name from outside; undefined if it has none. `record[name]` would also
 * find what every object inherits, such as `constructor`.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Sets the value of a record under a name from outside. An assignment to `__proto__` would set no member. */
export function setOwnValue<T>(record: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
