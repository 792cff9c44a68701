import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { openQueue, type QueueName } from "../../src/jobs/queue/queues.ts";
import { storeAddress } from "../../src/store/redis/address.ts";
import { openStore } from "../../src/store/redis/connect.ts";
import type { CliContext } from "./command.ts";

/** Lets `work` use the store of the job queues. */
export async function withJobsStore<T>(
  { redis, setting }: CliContext,
  work: (connection: Redis) => Promise<T>,
): Promise<T> {
  const url = setting("JOBS_REDIS_URL");
  const connection = url
    ? openStore(storeAddress("JOBS_REDIS_URL", url, setting), { maxRetriesPerRequest: null })
    : redis.duplicate({ maxRetriesPerRequest: null });
  try {
    return await work(connection);
  } finally {
    connection.disconnect();
  }
}

/** Lets `work` use queues of the service. */
export function withQueues<T>(
  context: CliContext,
  names: readonly QueueName[],
  work: (queues: Queue[]) => Promise<T>,
): Promise<T> {
  return withJobsStore(context, async (connection) => {
    const queues = names.map((name) => openQueue(name, { connection, keys: context.keys }));
    try {
      return await work(queues);
    } finally {
      await Promise.all(queues.map((queue) => queue.close()));
    }
  });
}
