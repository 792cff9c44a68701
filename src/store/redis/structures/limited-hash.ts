import type { Redis } from "ioredis";
import { isOfAttempt } from "../../idempotency/key-lifetime.ts";
import { loadScript } from "../script.ts";

const addFieldScript = loadScript("structures/add-field");

/** There is already the maximum number of records. */
export class LimitReached extends Error {
  /** Maximum number of records. */
  readonly limit: number;
  /** Name of the records; undefined for those that the caller creates. */
  readonly what: string | undefined;

  constructor(limit: number, what?: string) {
    super(`the limit of ${limit}${what === undefined ? "" : ` ${what}`} is reached`);
    this.name = "LimitReached";
    this.limit = limit;
    this.what = what;
  }
}

/** A hash with at most `limit` fields, and the key of its version if it has one. */
export interface LimitedHash {
  hash: string;
  version?: string | undefined;
  limit: number;
}

/**
 * Adds a field to a hash, and raises the version of the hash. Concurrent callers never exceed the limit. An existing
 * field is kept. Resolves to its value; undefined if the field is new.
 *
 * @throws {LimitReached}
 */
export async function addField(
  redis: Redis,
  { hash, version, limit }: LimitedHash,
  field: string,
  value: string,
): Promise<string | undefined> {
  const keys = version === undefined ? [hash] : [hash, version];
  const outcome = await addFieldScript.run(redis, keys, [field, value, limit.toString()]);
  if (outcome === 1) return undefined;
  if (typeof outcome !== "string") throw new LimitReached(limit);
  return outcome;
}

/** A record that a request creates. */
interface Created {
  id: string;
  /** ISO 8601. */
  createdTime: string;
}

/**
 * Adds a record to a hash by its id, as {@link addField} does. If an earlier attempt of the same request has added it,
 * that record stays. Resolves to the stored record, and whether it is new.
 *
 * @param make makes a record with a new id; all attempts of a request that is repeated under `repeatKey` get the same
 *   id
 * @throws {LimitReached}
 */
export async function addRecord<R extends Created>(
  redis: Redis,
  hash: LimitedHash,
  repeatKey: string | undefined,
  { make, decode }: { make: (repeatKey: string | undefined) => R; decode: (text: string) => R },
): Promise<{ record: R; isNew: boolean }> {
  const record = make(repeatKey);
  const existing = await addField(redis, hash, record.id, JSON.stringify(record));
  if (existing === undefined) return { record, isNew: true };
  const known = decode(existing);
  if (isOfAttempt(known.createdTime, Date.parse(record.createdTime))) return { record: known, isNew: false };
  return addRecord(redis, hash, undefined, { make, decode });
}
