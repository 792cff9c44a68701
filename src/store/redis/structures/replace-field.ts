import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const replaceFieldScript = loadScript("structures/replace-field");

/** A field of a hash. */
interface Field {
  hash: string;
  field: string;
  /** Key of a version that each change raises. */
  version?: string;
}

/** Changes a field from the text that was read, `undefined` where there was none. False when it has changed since. */
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
 * Replaces a field by the result of `change`, and repeats that if the field was changed in between. `undefined` from
 * `change`, or the same text, leaves it unchanged. Resolves to the field's final value.
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
