import type { Redis } from "ioredis";
import { loadScript } from "./script.ts";

const addFieldScript = loadScript("add-field");

/** The hash has the maximum number of fields. */
export class LimitReached extends Error {
  /** Maximum number of fields. */
  readonly limit: number;

  constructor(limit: number) {
    super(`the hash holds ${limit} fields already`);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/** Adds a new field to a hash. Concurrent callers never exceed `limit`. Throws {@link LimitReached}. */
export async function addField(
  redis: Redis,
  hash: string,
  [field, value]: [field: string, value: string],
  limit: number,
): Promise<void> {
  const added = await addFieldScript.run(redis, [hash], [field, value, limit.toString()]);
  if (added !== 1) throw new LimitReached(limit);
}
