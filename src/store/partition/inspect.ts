import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import type { Keys } from "../keys/keys.ts";
import { storeTime } from "../redis/clock.ts";
import { workerOf } from "../redis/structures/leases.ts";
import { unrelayed } from "./outbox.ts";

/** State of a partition, for the operator. */
interface PartitionStatus {
  partition: number;
  /** Worker that holds the lease; undefined if no living worker does. */
  worker: string | undefined;
  /** Milliseconds since the worker's last heartbeat. */
  silentMs: number;
  /** The last applied command. */
  cursor: string;
  /** Number of commands that wait. */
  waiting: number;
  deadLetters: number;
  /** Number of events in the outbox that are not relayed yet. */
  outbox: number;
}

/** Reads the current state of every partition. */
export async function describePartitions(
  redis: Redis,
  keys: Keys,
  partitions: number,
): Promise<PartitionStatus[]> {
  const [now, beats] = await Promise.all([
    storeTime(redis, keys),
    redis.zrange(keys.workers, "0", "-1", "WITHSCORES"),
  ]);
  const beatAt = new Map([...batchesOf(beats, 2)].map(([worker = "", beat]) => [worker, Number(beat)]));
  return Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      const [lease, waiting, deadLetters, outbox] = await Promise.all([
        redis.hmget(keys.lease(partition), "fence", "clean", "cursor"),
        redis.xlen(keys.commands(partition)),
        redis.xlen(keys.deadLetters(partition)),
        unrelayed(redis, keys, partition),
      ]);
      const [fence, clean, cursor] = lease;
      const worker = clean === "0" ? workerOf(fence ?? "") : "";
      const heardAt = beatAt.get(worker);
      return {
        partition,
        worker: heardAt === undefined ? undefined : worker,
        silentMs: heardAt === undefined ? 0 : Math.max(0, now - heardAt),
        cursor: cursor ?? "0-0",
        waiting,
        deadLetters,
        outbox: outbox.count,
      };
    }),
  );
}
