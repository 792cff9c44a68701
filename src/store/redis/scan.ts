import type { Redis } from "ioredis";
import { mastersOf } from "./connection/cluster/cluster-connection.ts";

/** Finds all keys that match a pattern, on all masters, about `count` at a time. A key may occur more than once. */
export async function* scanKeys(redis: Redis, match: string, count: number): AsyncGenerator<string[]> {
  for (const master of mastersOf(redis)) {
    let cursor = "0";
    do {
      const [next, keys] = await master.scan(cursor, "MATCH", match, "COUNT", count);
      cursor = next;
      yield keys;
    } while (cursor !== "0");
  }
}
