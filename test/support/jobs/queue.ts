import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { openQueue, type QueueName } from "../../../src/jobs/queue/queues.ts";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { connectionFor } from "../../../src/store/redis/connection/connect.ts";
import type { Cleanup } from "../redis.ts";

/** The location of the queues of a service. */
interface QueueStore {
  redis: Redis;
  keys: Keys;
}

function open({ redis, keys }: QueueStore, name: QueueName): { queue: Queue; close: () => Promise<void> } {
  const connection = connectionFor(redis, keys.jobs(name), { maxRetriesPerRequest: null });
  const queue = openQueue(name, { connection, keys });
  const close = async () => {
    await queue.close();
    connection.disconnect();
  };
  return { queue, close };
}

/** Opens a queue of a service, which is closed at the end. */
export function queueOf(t: Cleanup, store: QueueStore, name: QueueName): Queue {
  const { queue, close } = open(store, name);
  t.after(close);
  return queue;
}

/** Opens a queue of a service for some work, and closes it. */
export async function withQueue<T>(
  store: QueueStore,
  name: QueueName,
  work: (queue: Queue) => Promise<T>,
): Promise<T> {
  const { queue, close } = open(store, name);
  try {
    return await work(queue);
  } finally {
    await close();
  }
}
