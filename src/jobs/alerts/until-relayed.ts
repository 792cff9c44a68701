import type { Redis } from "ioredis";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { Layout } from "../../store/layout/layout.ts";
import { relayedWithin } from "../../store/partition/relayed-within.ts";

/** How long a wave waits for wishes that were made before it to come into the waiting lists. */
const RELAY_MS = 5000;

/**
 * Waits until the waiting lists have all wishes from before now.
 *
 * @throws {Unavailable} if they stay behind: events may wait for hours until they are durable, and the job must not use
 * up its attempts in this time
 */
export async function untilRelayed({
  redis,
  keys,
  layout,
}: {
  redis: Redis;
  keys: Keys;
  layout: Layout;
}): Promise<void> {
  if (!(await relayedWithin(redis, keys, layout.partitions, RELAY_MS)))
    throw new Unavailable("the waiting lists lack the latest events");
}
