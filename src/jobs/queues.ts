import { type ConnectionOptions, type DefaultJobOptions, Queue } from "bullmq";

/** Every queue, with how often a job is tried, how long it waits between, and how many finished ones are kept. */
export const QUEUES = {
  maintenance: {
    attempts: 3,
    backoff: { type: "exponential", delay: 60_000, jitter: 0.5 },
    removeOnComplete: 100,
    removeOnFail: 1000,
  },
} as const satisfies Record<string, DefaultJobOptions>;

export type QueueName = keyof typeof QUEUES;

export interface QueueConnection {
  connection: ConnectionOptions;
  /** What all keys of the queues start with. */
  prefix: string;
}

export function openQueue(name: QueueName, options: QueueConnection): Queue {
  return new Queue(name, { ...options, defaultJobOptions: QUEUES[name] });
}
