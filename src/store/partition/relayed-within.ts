import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { relayMark } from "./outbox.ts";

/** Interval of the checks of {@link relayedWithin}, in milliseconds. */
const CHECK_MS = 50;

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
  const deadline = performance.now() + ms;
  const isRelayed = await relayMark(redis, keys, partitions);
  while (!(await isRelayed())) {
    if (performance.now() > deadline) return false;
    await pause(CHECK_MS);
  }
  return true;
}
