import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";

/** What an operator wants to know of a partition. */
export interface PartitionStatus {
  partition: number;
  /** Worker that holds the lease; undefined when nobody does. */
  worker: string | undefined;
  /** Milliseconds until the lease runs out, if it is not renewed. */
  leaseMs: number;
  /** The last applied command. */
  cursor: string;
  /** Commands that wait. */
  waiting: number;
  deadLetters: number;
  /** Events in the outbox. */
  outbox: number;
}

/** The state of every partition, as it is now. */
export async function describePartitions(
  redis: Redis,
  keys: Keys,
  partitions: number,
): Promise<PartitionStatus[]> {
  const [seconds, microseconds] = await redis.time();
  const now = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  return Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      const [owner, waiting, deadLetters, outbox] = await Promise.all([
        redis.hmget(keys.owner(partition), "fence", "until", "cursor"),
        redis.xlen(keys.commands(partition)),
        redis.xlen(keys.deadLetters(partition)),
        redis.xlen(keys.outbox(partition)),
      ]);
      const [fence, until, cursor] = owner;
      const leaseMs = Math.max(0, Number(until ?? 0) - now);
      return {
        partition,
        worker: leaseMs > 0 ? fence?.split(":")[0] : undefined,
        leaseMs,
        cursor: cursor ?? "0-0",
        waiting,
        deadLetters,
        outbox,
      };
    }),
  );
}
