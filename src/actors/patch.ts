import { keysOf } from "../store/keys-of.ts";

/** Fields to change: a present one is set, null clears it, an absent one stays. */
export type Patch<T> = { [K in keyof T]?: T[K] | null | undefined };

/** A copy of `fields` without null and undefined: on creation, a cleared field is an absent one. */
export function present<T extends object>(fields: Patch<T>): Partial<T> {
  const copy: Partial<T> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key];
    if (value !== null && value !== undefined) copy[key] = value;
  }
  return copy;
}

/** A change of a flag that its record always has: null resets it. */
export const resetFlag = (flag: boolean | null | undefined): boolean | undefined =>
  flag === null ? false : flag;

/** A copy of `record` with the present `changes` made: null removes a field, undefined leaves it. */
export function changed<T extends object>(record: T, changes: Patch<T>): T {
  const copy = { ...record };
  for (const key of keysOf(changes)) {
    const value = changes[key];
    if (value === null) Reflect.deleteProperty(copy, key);
    else if (value !== undefined) copy[key] = value;
  }
  return copy;
}
