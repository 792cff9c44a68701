/** The names of an object's own members, for one that has no others than its type says: a table of constants. */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];
