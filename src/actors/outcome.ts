import type { Changes, Rejection, RejectionCode } from "./messages.ts";

/** A refusal; `path` is the JSON Pointer of the field that caused it. */
export function refuse(code: RejectionCode, detail: string, path?: string): Rejection {
  return path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path };
}

/** A copy of `fields` without those that are null or undefined: on creation, to clear is to leave out. */
export function present<T extends object>(fields: Changes<T>): Partial<T> {
  const copy: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) {
    const value = fields[key];
    if (value !== null && value !== undefined) copy[key] = value;
  }
  return copy;
}

/** A copy of `record` with the present `changes` made: null removes a field, undefined leaves it. */
export function changed<T extends object>(record: T, changes: Changes<T>): T {
  const copy = { ...record };
  for (const key of Object.keys(changes) as (keyof T)[]) {
    const value = changes[key];
    if (value === null) Reflect.deleteProperty(copy, key);
    else if (value !== undefined) copy[key] = value;
  }
  return copy;
}

/** Whether an entity at this version is what `If-Match` allows; no condition allows anything. */
export function matches(version: string, ifMatch: string[] | undefined): boolean {
  return ifMatch === undefined || ifMatch.includes("*") || ifMatch.includes(version);
}
