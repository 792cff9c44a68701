import { keysOf } from "../collections/keys-of.ts";

/** Fields to change: a present field is set, null clears it, and an absent field stays unchanged. */
export type Patch<T> = { [K in keyof T]?: T[K] | null | undefined };

/** Returns a copy of `fields` without null and undefined: in a new record, a cleared field is absent. */
export function withoutNull<T extends object>(fields: Patch<T>): Partial<T> {
  const copy: Partial<T> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key];
    if (value !== null && value !== undefined) copy[key] = value;
  }
  return copy;
}

/** Returns the change of a flag that its record always has: null resets it to false. */
export const resetFlag = (flag: boolean | null | undefined): boolean | undefined =>
  flag === null ? false : flag;

/** Returns a copy of `record` with `changes`: null removes a field, undefined leaves it unchanged. */
export function changed<T extends object>(record: T, changes: Patch<T>): T {
  const copy = { ...record };
  for (const key of keysOf(changes)) {
    const value = changes[key];
    if (value === null) Reflect.deleteProperty(copy, key);
    else if (value !== undefined) copy[key] = value;
  }
  return copy;
}
