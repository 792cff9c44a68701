import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { relayMark } from "./outbox.ts";
import { rangeOf } from "./streams.ts";

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 50;

/** Waits until something is done, for at most `ms` milliseconds. Resolves to whether it is. */
async function doneWithin(ms: number, isDone: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await isDone())) {
    if (performance.now() > deadline) return false;
    await pause(CHECK_MS);
  }
  return true;
}

/**
 * Waits until everything up to now is applied and relayed, for at most `ms` milliseconds. Resolves to whether it is; an
 * event may wait for hours until it is durable, and is not relayed before.
 */
export async function relayedWithin(
  redis: Redis,
  keys: Keys,
  partitions: number,
  ms: number,
): Promise<boolean> {
  return doneWithin(ms, await relayMark(redis, keys, partitions));
}

/**
 * Waits until a worker has applied or refused a command, for at most `ms` milliseconds. Resolves to whether it has: then
 * the command is no longer in its stream.
 */
export const takenWithin = (
  redis: Redis,
  { stream, entryId }: { stream: string; entryId: string },
  ms: number,
): Promise<boolean> =>
  doneWithin(
    ms,
    async () => (await rangeOf(redis, stream, { start: entryId, end: entryId, count: 1 })).length === 0,
  );
