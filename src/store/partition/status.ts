import type { Redis } from "ioredis";
import { parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import { unrelayed } from "./outbox.ts";

/** The unprocessed entries of one kind of stream, in all partitions. */
interface StreamsStatus {
  /** Entries that are not processed yet. */
  entries: number;
  /** Age of the oldest of them by the store's clock, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

/** Number and oldest id of the unprocessed entries in one partition. */
interface UnprocessedEntries {
  count: number;
  oldest: string | undefined;
}

async function statusOf(
  partitions: number,
  nowMs: number,
  readPartition: (partition: number) => Promise<UnprocessedEntries>,
): Promise<StreamsStatus> {
  const statuses = await Promise.all(
    Array.from({ length: partitions }, (_, partition) => readPartition(partition)),
  );
  const ages = statuses.map(({ oldest }) => (oldest === undefined ? 0 : nowMs - parseEntryId(oldest).ms));
  return { entries: statuses.reduce((sum, { count }) => sum + count, 0), oldestMs: Math.max(0, ...ages) };
}

/**
 * Counts the commands that wait in all partitions, with two Redis commands for each partition. `nowMs` is the store's
 * time.
 */
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

/**
 * Counts the events of all partitions that are not relayed yet, with one script for each partition. `nowMs` is the
 * store's time.
 */
export function outboxesStatus(
  redis: Redis,
  keys: Keys,
  partitions: number,
  nowMs: number,
): Promise<StreamsStatus> {
  return statusOf(partitions, nowMs, (partition) => unrelayed(redis, keys, partition));
}
