import type { Redis } from "ioredis";

/** Start of a range of names after this one, as `ZRANGE BYLEX` takes it; empty for all. */
export const lexStart = (after: string): string => (after === "" ? "-" : `(${after}`);

/** Reads up to `count` members of a sorted set of names before this one, the last first; of all if it is empty. */
export const membersBefore = (redis: Redis, key: string, before: string, count: number): Promise<string[]> =>
  redis.zrange(key, before === "" ? "+" : `(${before}`, "-", "BYLEX", "REV", "LIMIT", 0, count);

/** Reads the members of a sorted set of names, in their order, at most `size` at a time. */
export async function* memberBatches(redis: Redis, key: string, size: number): AsyncGenerator<string[]> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const members: string[] = await redis.zrange(key, lexStart(after), "+", "BYLEX", "LIMIT", 0, size);
    if (members.length > 0) yield members;
    after = members.length < size ? undefined : members.at(-1);
  }
}
