import type { Redis } from "ioredis";
import { StartRefused } from "../../errors/start-refused.ts";
import type { Keys } from "../keys/keys.ts";
import { type Now, storeTime } from "../redis/clock.ts";
import { commandFields } from "./entries.ts";
import type { appendCommands } from "./streams.ts";

/**
 * Returns a function that appends commands with the time of `now`, to write a history into a new store. A stream
 * accepts only ids above its last one, so it refuses a command that is older than its newest entry.
 */
export const appenderAsOf =
  (now: Now): typeof appendCommands =>
  (redis, commands) =>
    Promise.allSettled(
      commands.map(async ({ stream, payload }) => {
        const entryId = await redis.xadd(stream, `${now()}-*`, ...commandFields(payload));
        return entryId ?? undefined;
      }),
    );

/**
 * Makes sure that a history can be written into a Redis: it has no commands yet, and no worker serves it. A worker
 * would treat commands of the past as too late.
 *
 * @param leaseMs how long a worker may be silent before it counts as dead, in milliseconds
 * @throws {StartRefused} if it has commands or a worker
 */
export async function refuseUsedRedis(
  redis: Redis,
  keys: Keys,
  { partitions, leaseMs }: { partitions: number; leaseMs: number },
): Promise<void> {
  const silent = (await storeTime(redis, keys)) - leaseMs;
  if ((await redis.zcount(keys.workers, silent, "+inf")) > 0)
    throw new StartRefused(
      "a service runs on this Redis: stop it first, then run the demo, then start it again",
    );
  // A stream whose commands are all applied is empty, but still exists.
  const streams = Array.from({ length: partitions }, (_, partition) => keys.commands(partition));
  const known = await Promise.all(streams.map((stream) => redis.exists(stream)));
  if (known.some((count) => count > 0))
    throw new StartRefused(
      "this Redis has data already, and the demo cannot add 90 days before it: set DATA_DIR to a new directory, for the demo and for npm start, or REDIS_URL to an empty Redis",
    );
}
