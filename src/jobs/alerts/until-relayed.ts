import { setTimeout as pause } from "node:timers/promises";
import type { Layout } from "../../store/layout.ts";
import { relayMark } from "../../store/partition/outbox.ts";
import type { WishReads } from "../../store/read/wishes.ts";

/** How long a wave waits for wishes that were made before it to come into the waiting lists. */
const RELAY_MS = 5000;

/**
 * Waits until the waiting lists have all wishes from before now. @throws when they stay behind; the job is tried again
 */
export async function untilRelayed({
  wishReads: { redis, keys },
  layout,
}: {
  wishReads: Pick<WishReads, "redis" | "keys">;
  layout: Layout;
}): Promise<void> {
  const deadline = performance.now() + RELAY_MS;
  const isRelayed = await relayMark(redis, keys, layout.partitions);
  while (!(await isRelayed())) {
    if (performance.now() > deadline) throw new Error("the waiting lists are behind; tried again later");
    await pause(50);
  }
}
