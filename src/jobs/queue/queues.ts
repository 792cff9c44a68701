import { type ConnectionOptions, type DefaultJobOptions, Queue } from "bullmq";
import { DAY_S } from "../../store/durations.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { REPEATING } from "./next-time.ts";

/**
 * Finished jobs are kept for longer than the time between two relays of the same event: as long as they are kept, a job
 * with the same id is not run again. The count is for bursts: about ten seconds at the highest rate.
 */
const REMEMBERED = { removeOnComplete: { age: 3600, count: 50_000 }, removeOnFail: { age: 30 * DAY_S } };
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
  /** A feed is one job from start to end; its time slices and waits are not attempts. */
  feeds: PATIENT,
  alerts: PATIENT,
  /** The job counts its attempts at a receiver itself: these attempts are for our own failures. */
  webhooks: PATIENT,
  /** For more than two hours: a server that uses greylisting, or is down, is tried again. */
  mail: {
    attempts: 14,
    backoff: { type: "exponential", delay: 1000, jitter: 0.5 },
    ...REMEMBERED,
  },
  /** Starts runs by their schedules. */
  exports: PATIENT,
  /** Time slices of runs. */
  "export-runs": PATIENT,
} as const satisfies Record<string, DefaultJobOptions>;

/** Queues in which each tenant has this number of slots; its other jobs wait for a slot. */
export const TENANT_QUEUES = ["feeds", "webhooks", "export-runs"] as const satisfies QueueName[];

export type QueueName = keyof typeof QUEUES;

export interface QueueConnection {
  connection: ConnectionOptions;
  keys: Pick<Keys, "jobs">;
}

/** Opens a queue with its default options for jobs. */
export function openQueue(name: QueueName, { connection, keys }: QueueConnection): Queue {
  return new Queue(name, {
    connection,
    prefix: keys.jobs(name),
    defaultJobOptions: QUEUES[name],
    settings: REPEATING,
  });
}
