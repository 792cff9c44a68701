import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import type { StoreAddress } from "../../store/redis/address.ts";
import { connectionFor, openStore } from "../../store/redis/connect.ts";
import { isElsewhere } from "../../store/redis/failures.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import type { StoreOptions } from "../../store/redis/server-connection.ts";
import { openQueue, type QueueName } from "./queues.ts";

/** How long a worker waits for a job in one command, in seconds: the maximum that BullMQ allows. */
export const WAIT_S = 10;

/**
 * How long a connection may take to answer before it is replaced, in milliseconds: longer than a worker waits. Without
 * it, adding a job over a connection that has gone silent would never end.
 */
const SILENCE_MS = (WAIT_S + 2) * 1000;

/** A queue, and the connection that leads to it. */
export interface OpenQueue {
  queue: Queue;
  redis: Redis;
}

/** Where queues are. */
export interface QueuesAddress {
  /** Where the Redis of the queues is. */
  address: StoreAddress;
  /** Names of the queues' keys. */
  keys: Pick<Keys, "jobs">;
  log: Logger;
}

/**
 * Opens queues, and their store. On a cluster each queue has a connection of its own, to the master that has its keys, so
 * that the queues share the masters; else all have that of the store.
 *
 * @param isStopping whether a connection that is lost stays closed
 */
export function openQueues(
  names: readonly QueueName[],
  { address, keys, log }: QueuesAddress,
  isStopping: () => boolean,
): { store: Redis; queues: Map<QueueName, OpenQueue> } {
  const options: StoreOptions = {
    connectionName: "wishlist-jobs",
    // BullMQ waits while the store is down, but a stop must not wait for that.
    maxRetriesPerRequest: null,
    silenceMs: SILENCE_MS,
    // After a failover the address leads to the primary. The queue's own connections do the same.
    reconnectOnError: isElsewhere,
    retryStrategy: (attempt) => (isStopping() ? null : Math.min(50 * 2 ** attempt, 1000)),
  };
  const report = onceAMinute((err) => log.warn({ err }, "Redis connection error, job queues"));
  const store = openStore(address, options).on("error", report);
  const open = (name: QueueName): OpenQueue => {
    const isShared = address.kind !== "cluster";
    const redis = isShared ? store : connectionFor(store, keys.jobs(name), options).on("error", report);
    const queue = openQueue(name, { connection: redis, keys }).on("error", report);
    return { queue, redis };
  };
  return { store, queues: new Map(names.map((name) => [name, open(name)])) };
}
