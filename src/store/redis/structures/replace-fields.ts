import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const replaceFieldsScript = loadScript("structures/replace-fields");

/** A hash whose fields change. */
interface Hash {
  hash: string;
  /** Key of a version that each change raises. */
  version?: string;
}

/** Fields of a hash with their texts. An undefined text means that there is no such field. */
export type HashFields = Readonly<Record<string, string | undefined>>;

const argsOf = (fields: HashFields): string[] =>
  Object.entries(fields).flatMap(([name, text]) => [name, text ?? ""]);

/**
 * Changes fields of a hash in one step if all fields in `read` still have the texts that were read. Resolves to false,
 * and changes nothing, if one of them has changed. An empty text counts as none.
 */
export async function replaceFields(
  redis: Redis,
  { hash, version }: Hash,
  read: HashFields,
  changes: HashFields,
): Promise<boolean> {
  const keys = version === undefined ? [hash] : [hash, version];
  const args = [Object.keys(read).length.toString(), ...argsOf(read), ...argsOf(changes)];
  return (await replaceFieldsScript.run(redis, keys, args)) === 1;
}

/**
 * Replaces a field by the result of `change`, and repeats that if the field was changed in the meantime. If `change`
 * returns `undefined` or the same text, the field stays unchanged. Resolves to the field's final value.
 */
export async function changeField(
  redis: Redis,
  { field, ...hash }: Hash & { field: string },
  change: (text: string | undefined) => string | undefined,
): Promise<string | undefined> {
  for (;;) {
    const before = (await redis.hget(hash.hash, field)) ?? undefined;
    const after = change(before);
    if (after === undefined || after === before) return before;
    if (await replaceFields(redis, hash, { [field]: before }, { [field]: after })) return after;
  }
}
