import type { Redis } from "ioredis";
import { parseEntryId } from "../ids.ts";
import type { Keys } from "../keys/keys.ts";
import { unrelayed } from "./outbox.ts";

/** What waits in one kind of stream of all partitions. */
interface StreamsStatus {
  /** Entries that are not processed yet. */
  entries: number;
  /** Age of the oldest of them by the store's clock, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

/** Number and oldest id of what waits in one partition. */
interface Waiting {
  count: number;
  oldest: string | undefined;
}

async function statusOf(
  partitions: number,
  nowMs: number,
  waitingIn: (partition: number) => Promise<Waiting>,
): Promise<StreamsStatus> {
  const read = await Promise.all(Array.from({ length: partitions }, (_, partition) => waitingIn(partition)));
  const ages = read.map(({ oldest }) => (oldest === undefined ? 0 : nowMs - parseEntryId(oldest).ms));
  return { entries: read.reduce((sum, { count }) => sum + count, 0), oldestMs: Math.max(0, ...ages) };
}

/** Commands that wait in all partitions, with two commands for each. `nowMs` is the store's time. */
export function commandsStatus(
  redis: Redis,
  keys: Keys,
  partitions: number,
  nowMs: number,
): Promise<StreamsStatus> {
  return statusOf(partitions, nowMs, async (partition) => {
    const stream = keys.commands(partition);
    const [count, [first]] = await Promise.all([
      redis.xlen(stream),
      redis.xrange(stream, "-", "+", "COUNT", 1),
    ]);
    return { count, oldest: first?.[0] };
  });
}

/** Events that wait in all partitions to be relayed, with one script for each. `nowMs` is the store's time. */
export function outboxesStatus(
  redis: Redis,
  keys: Keys,
  partitions: number,
  nowMs: number,
): Promise<StreamsStatus> {
  return statusOf(partitions, nowMs, (partition) => unrelayed(redis, keys, partition));
}
