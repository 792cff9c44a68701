import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { openQueue, type QueueName } from "../../src/jobs/queue/queues.ts";
import { redisAddress } from "../../src/store/redis/connection/address.ts";
import { connectionFor } from "../../src/store/redis/connection/connect.ts";
import type { CliContext } from "./command.ts";
import { connectStore } from "./store.ts";

/** Calls `work` with a connection to the Redis of the job queues; undefined if that is the Redis of the data. */
export async function withOwnJobsStore<T>(
  { config }: CliContext,
  work: (store: Redis | undefined) => Promise<T>,
): Promise<T> {
  const { JOBS_REDIS_URL: url } = config;
  if (url === undefined) return work(undefined);
  const store = await connectStore(redisAddress("JOBS_REDIS_URL", url, (name) => config[name]));
  try {
    return await work(store);
  } finally {
    store.disconnect();
  }
}

/** Calls `work` with a connection to the Redis of the job queues. */
export const withJobsStore = <T>(context: CliContext, work: (store: Redis) => Promise<T>): Promise<T> =>
  withOwnJobsStore(context, (store) => work(store ?? context.redis));

/** Calls `work` with queues of the service. */
export function withQueues<T>(
  context: CliContext,
  names: readonly QueueName[],
  work: (queues: Queue[]) => Promise<T>,
): Promise<T> {
  const { keys } = context;
  return withJobsStore(context, async (store) => {
    const opened = names.map((name) => {
      const connection = connectionFor(store, keys.jobs(name), { maxRetriesPerRequest: null });
      return { connection, queue: openQueue(name, { connection, keys }) };
    });
    try {
      return await work(opened.map(({ queue }) => queue));
    } finally {
      await Promise.all(opened.map(({ queue }) => queue.close()));
      for (const { connection } of opened) connection.disconnect();
    }
  });
}
