import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { escapeGlob } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { storeTime } from "./clock.ts";
import { repliesOf } from "./replies.ts";
import { scanKeys } from "./scan.ts";

/** A key as it is copied from one store to another. */
export interface DumpedKey {
  key: string;
  /** When it expires, in milliseconds since 1970; 0 for never. */
  expires: number;
  /** Its content, in the form of Redis's DUMP, which contains a checksum. */
  payload: Buffer;
}

const SCAN_BATCH_SIZE = 1000;
/** Number of keys that one pipeline reads or writes. It limits how much memory a copy needs. */
const BATCH_SIZE = 50;
/** The expiry of a key that does not exist: it has expired since its content was read. */
const GONE = -2;
/** Lifetime of a key that is written only to see whether it can be written, in milliseconds. */
const TRIAL_MS = 10_000;
/** Maximum time between two heartbeats of a living process, in milliseconds: the longest lease. */
const ALIVE_MS = 60_000;

async function* keysWithPrefix(redis: Redis, prefix: string): AsyncGenerator<string[]> {
  for await (const found of scanKeys(redis, `${escapeGlob(prefix)}*`, SCAN_BATCH_SIZE))
    yield* batchesOf(found, BATCH_SIZE);
}

/**
 * Reads every key with a prefix, and its content. Each key is read atomically, but the keys are read one after the
 * other: a write in the meantime may be in one key and not in another. A key may occur more than once.
 */
export async function* dumpKeys(redis: Redis, prefix: string): AsyncGenerator<DumpedKey> {
  for await (const names of keysWithPrefix(redis, prefix)) {
    const pipeline = redis.pipeline();
    for (const name of names) pipeline.dumpBuffer(name).call("PEXPIRETIME", name);
    const replies = await repliesOf(pipeline);
    for (const [i, key] of names.entries()) {
      const [payload, expires] = [replies[2 * i], Number(replies[2 * i + 1])];
      if (Buffer.isBuffer(payload) && expires !== GONE) yield { key, expires: Math.max(0, expires), payload };
    }
  }
}

/** Writes keys that were read by {@link dumpKeys}. Keys that have expired in the meantime are not restored. */
export async function restoreKeys(redis: Redis, dumped: readonly DumpedKey[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const { key, expires, payload } of dumped)
    pipeline.restore(key, expires, payload, "REPLACE", "ABSTTL");
  await repliesOf(pipeline);
}

/**
 * Writes the content of a key as the key `name`, and removes it again: so nothing has to be deleted before it is known
 * that keys can be restored. Rejects if the content cannot be written.
 */
export async function tryRestore(redis: Redis, name: string, payload: Buffer): Promise<void> {
  await repliesOf(redis.pipeline().restore(name, TRIAL_MS, payload, "REPLACE").unlink(name));
}

/** Whether a store has any key with a prefix. */
export async function holdsKeys(redis: Redis, prefix: string): Promise<boolean> {
  for await (const names of keysWithPrefix(redis, prefix)) if (names.length > 0) return true;
  return false;
}

/** Removes every key with a prefix, except those in `kept`. Calls `before` before it removes some of them. */
export async function removeKeys(
  redis: Redis,
  prefix: string,
  { kept, before }: { kept: readonly string[]; before: () => Promise<void> },
): Promise<void> {
  for await (const names of keysWithPrefix(redis, prefix)) {
    await before();
    const pipeline = redis.pipeline();
    for (const name of names) if (!kept.includes(name)) pipeline.unlink(name);
    await repliesOf(pipeline);
  }
}

/**
 * Whether a process of the service may be alive. A process that was killed counts as dead after `aliveMs` without a
 * heartbeat.
 */
export async function isServed(redis: Redis, keys: Keys, aliveMs = ALIVE_MS): Promise<boolean> {
  const since = (await storeTime(redis, keys)) - aliveMs;
  const counts = await Promise.all(
    [keys.workers, keys.relays, keys.instances].map((key) => redis.zcount(key, since, "+inf")),
  );
  return counts.some((count) => count > 0);
}
