/**
 * Returns the names of an object's members, for a table of constants. The object must have no members beyond its type.
 */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];
