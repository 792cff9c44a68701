import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const replaceFieldScript = loadScript("structures/replace-field");

const replaceBesideScript = loadScript("structures/replace-beside");

/** A field of a hash. */
interface Field {
  hash: string;
  field: string;
  /** Key of a version that each change raises. */
  version?: string;
}

/**
 * Replaces a field if it still has the text `before`, which is undefined if there was none. Resolves to false if it has
 * changed.
 */
async function replaceField(
  redis: Redis,
  { hash, field, version }: Field,
  before: string | undefined,
  after: string,
): Promise<boolean> {
  const keys = version === undefined ? [hash] : [hash, version];
  return (await replaceFieldScript.run(redis, keys, [field, before ?? "", after])) === 1;
}

/**
 * Replaces a field by the result of `change`, and repeats that if the field was changed in the meantime. If `change`
 * returns `undefined` or the same text, the field stays unchanged. Resolves to the field's final value.
 */
export async function changeField(
  redis: Redis,
  field: Field,
  change: (text: string | undefined) => string | undefined,
): Promise<string | undefined> {
  for (;;) {
    const before = (await redis.hget(field.hash, field.field)) ?? undefined;
    const after = change(before);
    if (after === undefined || after === before) return before;
    if (await replaceField(redis, field, before, after)) return after;
  }
}

/** A field with the value that was read. */
interface ReadField {
  field: string;
  value: string;
}

/**
 * Replaces a field of a hash, or deletes it if `after` is undefined, if this field and another one still have the values
 * that were read. Resolves to false if one of them has changed.
 */
export async function replaceBeside(
  redis: Redis,
  hash: string,
  { field, value, after }: ReadField & { after: string | undefined },
  other: ReadField,
): Promise<boolean> {
  const args = [field, value, after ?? "", other.field, other.value];
  return (await replaceBesideScript.run(redis, [hash], args)) === 1;
}

/** Deletes a field of a hash if it still has the value that was read. Resolves to false if it has changed. */
export const deleteField = (redis: Redis, hash: string, read: ReadField): Promise<boolean> =>
  replaceBeside(redis, hash, { ...read, after: undefined }, read);
