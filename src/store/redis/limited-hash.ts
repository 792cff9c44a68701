import type { Redis } from "ioredis";
import { loadScript } from "./script.ts";

const addFieldScript = loadScript("add-field");

/** A hash holds as many fields as it may. */
export class LimitReached extends Error {
  /** The most fields. */
  readonly limit: number;

  constructor(limit: number) {
    super(`the hash holds ${limit} fields already`);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/** Adds a new field to a hash, for which concurrent callers never bring it beyond `limit`. Throws {@link LimitReached}. */
export async function addField(
  redis: Redis,
  hash: string,
  [field, value]: [field: string, value: string],
  limit: number,
): Promise<void> {
  const added = await addFieldScript.run(redis, [hash], [field, value, limit.toString()]);
  if (added !== 1) throw new LimitReached(limit);
}
