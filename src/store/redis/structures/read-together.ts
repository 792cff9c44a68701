import type { Redis } from "ioredis";
import { batchesOf } from "../../../collections/batches.ts";
import { readList, readTexts } from "../replies.ts";
import { loadTypedScript } from "../script.ts";

const readTogetherScript = loadTypedScript("structures/read-together", readList);

/** A command that reads a key, with its arguments. */
type ReadCommand = readonly [name: "HGETALL" | "HKEYS" | "HMGET" | "ZRANGE", key: string, ...args: string[]];

/**
 * Reads keys of one slot at the same moment. Resolves to the replies, in order. Not a transaction, because a Redis whose
 * memory is full refuses every transaction, also one that only reads.
 */
export const readTogether = (redis: Redis, commands: readonly ReadCommand[]): Promise<unknown[]> =>
  readTogetherScript.run(
    redis,
    commands.map(([, key]) => key),
    commands.map(([name, , ...args]) => JSON.stringify([name, ...args])),
  );

/** Reads the fields of a hash with their values, which a script returns as a list. */
export const readHashOfScript = (reply: unknown): Record<string, string> =>
  Object.fromEntries(Array.from(batchesOf(readTexts(reply), 2), ([name = "", text = ""]) => [name, text]));
