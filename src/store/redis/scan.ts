import type { Redis } from "ioredis";
import type { KeyPattern } from "../keys/key-space.ts";
import { mastersOf } from "./connection/cluster/cluster-connection.ts";

/** Finds all keys of a pattern, on all masters, about `count` at a time. A key may occur more than once. */
export async function* scanKeys(
  redis: Redis,
  pattern: string | KeyPattern,
  count: number,
): AsyncGenerator<string[]> {
  const { match, isOf } = typeof pattern === "string" ? { match: pattern, isOf: () => true } : pattern;
  for (const master of mastersOf(redis)) {
    let cursor = "0";
    do {
      const [next, keys] = await master.scan(cursor, "MATCH", match, "COUNT", count);
      cursor = next;
      yield keys.filter(isOf);
    } while (cursor !== "0");
  }
}
