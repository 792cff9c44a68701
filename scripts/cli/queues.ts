import type { Queue } from "bullmq";
import { Redis } from "ioredis";
import { openQueue, type QueueName } from "../../src/jobs/queues.ts";
import type { CliContext } from "./command.ts";

/** Lets `work` use queues of the service. */
export async function withQueues<T>(
  { redis, keys, setting }: CliContext,
  names: readonly QueueName[],
  work: (queues: Queue[]) => Promise<T>,
): Promise<T> {
  const url = setting("JOBS_REDIS_URL");
  const connection = url
    ? new Redis(url, { maxRetriesPerRequest: null })
    : redis.duplicate({ maxRetriesPerRequest: null });
  const queues = names.map((name) => openQueue(name, { connection, prefix: keys.jobs }));
  try {
    return await work(queues);
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  }
}
