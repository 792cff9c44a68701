import type { Redis } from "ioredis";
import { loadScript } from "../script.ts";

const addFieldScript = loadScript("structures/add-field");

/** There are as many already as there may be. */
export class LimitReached extends Error {
  /** Maximum number. */
  readonly limit: number;

  constructor(limit: number) {
    super(`the limit of ${limit} is reached`);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/**
 * Adds a new field to a hash, and raises the version of the hash if it has one. Concurrent callers never exceed `limit`.
 * Throws {@link LimitReached}.
 */
export async function addField(
  redis: Redis,
  hash: string | { hash: string; version: string },
  [field, value]: [field: string, value: string],
  limit: number,
): Promise<void> {
  const keys = typeof hash === "string" ? [hash] : [hash.hash, hash.version];
  const added = await addFieldScript.run(redis, keys, [field, value, limit.toString()]);
  if (added !== 1) throw new LimitReached(limit);
}
