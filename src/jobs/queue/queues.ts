import { type ConnectionOptions, type DefaultJobOptions, Queue } from "bullmq";

/**
 * Finished jobs stay for longer than an event may be relayed twice: what has its id is the same job. The number is for
 * bursts, and still some ten seconds of the most that is ever done.
 */
const REMEMBERED = { removeOnComplete: { age: 3600, count: 50_000 }, removeOnFail: { age: 30 * 86_400 } };
/** How long finished jobs are kept at most, in milliseconds, by their state. */
export const FINISHED_KEPT_MS = {
  completed: REMEMBERED.removeOnComplete.age * 1000,
  failed: REMEMBERED.removeOnFail.age * 1000,
};
const PATIENT = {
  attempts: 12,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
  ...REMEMBERED,
} as const;

/** Every queue, with how often a job is tried, how long it waits between, and how long finished ones are kept. */
export const QUEUES = {
  maintenance: {
    attempts: 3,
    backoff: { type: "exponential", delay: 60_000, jitter: 0.5 },
    removeOnComplete: 100,
    removeOnFail: 1000,
  },
  catalogue: PATIENT,
  orders: PATIENT,
  /** A feed is one job for as long as it takes; its turns and waits are no attempts. */
  feeds: PATIENT,
  alerts: PATIENT,
  /** Attempts are counted by the job itself: those here are for failures of our own. */
  webhooks: PATIENT,
  /** For more than two hours: a server that greylists, or is away, is asked again. */
  mail: {
    attempts: 14,
    backoff: { type: "exponential", delay: 1000, jitter: 0.5 },
    ...REMEMBERED,
  },
  /** What schedules say. */
  exports: PATIENT,
  /** Turns at runs. */
  "export-runs": PATIENT,
} as const satisfies Record<string, DefaultJobOptions>;

/** Queues in which each tenant has so many slots, and its jobs wait for them. */
export const TENANT_QUEUES = ["feeds", "webhooks", "export-runs"] as const satisfies QueueName[];

export type QueueName = keyof typeof QUEUES;

export interface QueueConnection {
  connection: ConnectionOptions;
  /** What all keys of the queues start with. */
  prefix: string;
}

/** Opens a queue with its default options for jobs. */
export function openQueue(name: QueueName, options: QueueConnection): Queue {
  return new Queue(name, { ...options, defaultJobOptions: QUEUES[name] });
}
