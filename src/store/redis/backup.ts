import type { Redis } from "ioredis";
import { literal } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { storeTime } from "./clock.ts";
import { repliesOf } from "./replies.ts";
import { scanKeys } from "./scan.ts";

/** A key as it is carried from one store to another. */
export interface DumpedKey {
  key: string;
  /** When it expires, in milliseconds since 1970; 0 for never. */
  expires: number;
  /** Its content, in the form of Redis's DUMP, which contains a checksum. */
  payload: Buffer;
}

const SCAN_BATCH_SIZE = 1000;
/** Keys that one pipeline reads or writes: bounds what is held in memory. */
const BATCH_SIZE = 50;
/** Maximum time without a heartbeat of a living process: the longest lease. */
const ALIVE_MS = 60_000;

async function* keysUnder(redis: Redis, prefix: string): AsyncGenerator<string[]> {
  for await (const found of scanKeys(redis, `${literal(prefix)}*`, SCAN_BATCH_SIZE))
    for (let i = 0; i < found.length; i += BATCH_SIZE) yield found.slice(i, i + BATCH_SIZE);
}

/**
 * Every key under a prefix with its content. Each key is read atomically, but one after the other: a write in the
 * meantime may be in one key and not in another. A key may occur more than once.
 */
export async function* dumpKeys(redis: Redis, prefix: string): AsyncGenerator<DumpedKey> {
  for await (const names of keysUnder(redis, prefix)) {
    const pipeline = redis.pipeline();
    for (const name of names) pipeline.dumpBuffer(name).call("PEXPIRETIME", name);
    const replies = await repliesOf(pipeline);
    for (const [i, key] of names.entries()) {
      const [payload, expires] = [replies[2 * i], Number(replies[2 * i + 1])];
      if (Buffer.isBuffer(payload)) yield { key, expires: Math.max(0, expires), payload };
    }
  }
}

/** Writes keys as they were; those whose time is over by now do not come back. */
export async function restoreKeys(redis: Redis, dumped: readonly DumpedKey[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const { key, expires, payload } of dumped)
    pipeline.restore(key, expires, payload, "REPLACE", "ABSTTL");
  await repliesOf(pipeline);
}

/** Whether a store holds any key under a prefix. */
export async function holdsKeys(redis: Redis, prefix: string): Promise<boolean> {
  for await (const names of keysUnder(redis, prefix)) if (names.length > 0) return true;
  return false;
}

/** Removes every key under a prefix. */
export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  for await (const names of keysUnder(redis, prefix)) {
    const pipeline = redis.pipeline();
    for (const name of names) pipeline.unlink(name);
    await repliesOf(pipeline);
  }
}

/** Whether a process of the service lives, or was killed a while ago; after `aliveMs` without a heartbeat it is dead. */
export async function isServed(redis: Redis, keys: Keys, aliveMs = ALIVE_MS): Promise<boolean> {
  const since = (await storeTime(redis, keys)) - aliveMs;
  const counts = await Promise.all(
    [keys.workers, keys.relays, keys.instances].map((key) => redis.zcount(key, since, "+inf")),
  );
  return counts.some((count) => count > 0);
}
