import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Keys } from "../../store/keys/keys.ts";
import { relayedWithin } from "../../store/partition/relayed-within.ts";
import { partitionTimes, passTime } from "../../store/redis/clock.ts";
import { RetryLater } from "./connector.ts";

/** How long a run waits for changes that are not yet relayed, and for the clocks of the servers. */
const TIMEOUT_MS = 5000;
/** Interval of the checks of the clocks, in milliseconds. */
const CHECK_MS = 2;

export interface RelayedParts {
  redis: Redis;
  keys: Keys;
  partitions: number;
}

/**
 * Determines a time, in milliseconds since 1970, that divides all changes: earlier changes have this time or an earlier
 * one, and all later changes have a later one, also if a clock is set back. Each partition's server sets times by its
 * own clock. `earliest` is the time of the newest known change: the clock of a server may have been set back since.
 */
async function dividingTime({ redis, keys, partitions }: RelayedParts, earliest: number): Promise<number> {
  const ms = Math.max(earliest, ...(await partitionTimes(redis, keys, partitions)));
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await passTime(redis, keys, partitions, ms))) {
    if (performance.now() > deadline) throw new RetryLater({ code: "clocks_differ" });
    await pause(CHECK_MS);
  }
  return ms;
}

/**
 * Waits until all changes up to now are relayed.
 *
 * @throws {RetryLater} if they are not relayed soon
 */
export async function waitUntilRelayed({ redis, keys, partitions }: RelayedParts): Promise<void> {
  if (await relayedWithin(redis, keys, partitions, TIMEOUT_MS)) return;
  throw new RetryLater({ code: "changes_delayed" });
}

/**
 * Waits until all changes up to now are relayed. Resolves to their {@link dividingTime}.
 *
 * @throws {RetryLater} if they are not relayed soon, or if the clocks of the servers have to advance for more than a
 *   few seconds
 */
export async function relayedTime(parts: RelayedParts, earliest: number): Promise<number> {
  const ms = await dividingTime(parts, earliest);
  await waitUntilRelayed(parts);
  return ms;
}
