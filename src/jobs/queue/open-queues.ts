import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { RedisAddress } from "../../store/redis/connection/address.ts";
import { connectionFor, openStore } from "../../store/redis/connection/connect.ts";
import type { ServerOptions } from "../../store/redis/connection/server-connection.ts";
import { isElsewhere } from "../../store/redis/failures.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { openQueue, type QueueName } from "./queues.ts";
import { useStoreClock } from "./store-clock.ts";

/** How long a worker waits for a job with one command, in seconds: the maximum of BullMQ. */
export const WAIT_S = 10;

/**
 * Time without an answer after which a connection is replaced, in milliseconds: longer than a worker waits. Without it,
 * adding a job over a dead connection would never end.
 */
const SILENCE_MS = (WAIT_S + 2) * 1000;

/** A queue and its connection. */
export interface OpenQueue {
  queue: Queue;
  redis: Redis;
}

/** The location of queues, and their clock. */
export interface QueuesAddress {
  /** Address of the Redis server of the queues. */
  address: RedisAddress;
  /** Names of the queues' keys. */
  keys: Pick<Keys, "jobs">;
  /** The store's clock, for the times of schedules. */
  now: Now;
  log: Logger;
}

/**
 * Opens queues and their store. On a cluster, each queue has its own connection to the master with its keys, so that
 * the queues are distributed over the masters. Otherwise, all queues use the connection of the store.
 *
 * @param isStopping whether a lost connection stays closed
 */
export function openQueues(
  names: readonly QueueName[],
  { address, keys, now, log }: QueuesAddress,
  isStopping: () => boolean,
): { store: Redis; queues: Map<QueueName, OpenQueue> } {
  const options: ServerOptions = {
    connectionName: "wishlist-jobs",
    // BullMQ waits while the store is unavailable, but stopping the process must not.
    maxRetriesPerRequest: null,
    silenceMs: SILENCE_MS,
    // After a failover, a reconnect reaches the primary. The queue's own connections behave in the same way.
    reconnectOnError: isElsewhere,
    retryStrategy: (attempt) => (isStopping() ? null : Math.min(50 * 2 ** attempt, 1000)),
  };
  const report = onceAMinute((err) => log.warn({ err }, "Redis connection error, job queues"));
  const store = openStore(address, options).on("error", report);
  const open = (name: QueueName): OpenQueue => {
    const isShared = address.kind !== "cluster";
    const redis = isShared ? store : connectionFor(store, keys.jobs(name), options).on("error", report);
    const queue = openQueue(name, { connection: redis, keys }).on("error", report);
    useStoreClock(queue.backend, now);
    return { queue, redis };
  };
  return { store, queues: new Map(names.map((name) => [name, open(name)])) };
}
