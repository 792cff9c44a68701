/** The members of `T`, each of which may be missing and none of which is undefined. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

/**
 * Returns the members that have a value, in their order: `{ id, ...defined({ name }) }` has no `name` if it is
 * undefined. Null is a value.
 */
export function defined<T extends object>(members: T): Defined<T> {
  const kept: Defined<T> = {};
  for (const name in members) {
    const value = members[name];
    if (isDefined(value)) kept[name] = value;
  }
  return kept;
}

/** The members of `T`, each of which may be missing and none of which is undefined or null. */
type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> };

const isFilled = <V>(value: V): value is NonNullable<V> =>
  value !== undefined && value !== null && value !== "";

/** Like {@link defined}, but also leaves out members that are null or an empty text. */
export function filled<T extends object>(members: T): Filled<T> {
  const kept: Filled<T> = {};
  for (const name in members) {
    const value = members[name];
    if (isFilled(value)) kept[name] = value;
  }
  return kept;
}
