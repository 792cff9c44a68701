import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { type Now, storeTime } from "../redis/clock.ts";
import { StartRefused } from "../start-refused.ts";
import { commandFields } from "./entries.ts";
import type { appendCommands } from "./streams.ts";

/**
 * Appends commands as of a time that is given, for a history in a new store. A stream only takes ids above its last
 * one: it refuses a command that is older than what it has.
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
 * Makes sure that a store can take a history: it has no command yet, and no worker serves it, because a worker would
 * treat commands of the past as too late.
 *
 * @param leaseMs how long a worker may be silent before it counts as dead, in milliseconds
 * @throws {StartRefused} if it cannot
 */
export async function refuseUsedStore(
  redis: Redis,
  keys: Keys,
  { partitions, leaseMs }: { partitions: number; leaseMs: number },
): Promise<void> {
  const silent = (await storeTime(redis, keys)) - leaseMs;
  if ((await redis.zcount(keys.workers, silent, "+inf")) > 0)
    throw new StartRefused(
      "a service runs on this store: stop it first, then run the demo, then start it again",
    );
  // A stream whose commands are all done is empty, but still there.
  const streams = Array.from({ length: partitions }, (_, partition) => keys.commands(partition));
  const known = await Promise.all(streams.map((stream) => redis.exists(stream)));
  if (known.some((count) => count > 0))
    throw new StartRefused(
      "this store has data already, and 90 days before it cannot be added: name a new directory in DATA_DIR, for the demo and for npm start, or an empty Redis in REDIS_URL",
    );
}
