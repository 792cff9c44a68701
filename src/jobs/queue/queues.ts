import { type ConnectionOptions, type DefaultJobOptions, Queue } from "bullmq";
import type { Keys } from "../../store/keys/keys.ts";
import { DAY_S } from "../../units/durations.ts";
import { REPEATING } from "./next-time.ts";

/**
 * Finished jobs are kept for longer than the time between two relays of the same event: while a job is kept, no job
 * with the same id runs. The count limits bursts: it is about ten seconds at the highest rate. Jobs fail rarely, but a
 * fault of the service or of a mail server may let all jobs of a queue fail.
 */
const RETENTION = {
  removeOnComplete: { age: 3600, count: 50_000 },
  removeOnFail: { age: 30 * DAY_S, count: 100_000 },
};
/**
 * Maximum number of events that BullMQ keeps of a queue. Nobody reads them, and they have the ids of jobs and of customers
 * whose e-mails were joined, which would outlive the customer and the tenant.
 */
const MAX_EVENTS = 0;
/** Maximum time that finished jobs are kept, in milliseconds, by their state. */
export const FINISHED_KEPT_MS = {
  completed: RETENTION.removeOnComplete.age * 1000,
  failed: RETENTION.removeOnFail.age * 1000,
};
/** How an attempt of a job can end. A job with another outcome than `retried` has ended. */
export const JOB_OUTCOMES = ["completed", "failed", "retried"] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

const DEFAULT_OPTIONS = {
  attempts: 12,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
  ...RETENTION,
} as const;

/** All queues, with the number of attempts, the waits between them, and the retention of finished jobs. */
export const QUEUES = {
  maintenance: {
    attempts: 3,
    backoff: { type: "exponential", delay: 60_000, jitter: 0.5 },
    removeOnComplete: 100,
    removeOnFail: 1000,
  },
  catalogue: DEFAULT_OPTIONS,
  orders: DEFAULT_OPTIONS,
  /** A feed is one job; its time slices and waits do not count as attempts. */
  feeds: DEFAULT_OPTIONS,
  alerts: DEFAULT_OPTIONS,
  /** The job itself counts its requests to a receiver. These attempts are for failures of this service. */
  webhooks: DEFAULT_OPTIONS,
  /** Retries for one to two hours, because a mail server may use greylisting or be unavailable. */
  mail: {
    attempts: 14,
    backoff: { type: "exponential", delay: 1000, jitter: 0.5 },
    ...RETENTION,
  },
  /** Starts scheduled runs. */
  exports: DEFAULT_OPTIONS,
  /** Time slices of runs. */
  "export-runs": DEFAULT_OPTIONS,
} as const satisfies Record<string, DefaultJobOptions>;

/** Queues whose waiting jobs count for a tenant's budget of jobs: requests add them, which can be refused. */
export const BUDGETED_QUEUES = ["feeds", "webhooks", "export-runs"] as const satisfies QueueName[];

/** Queues with a limited number of slots for each tenant; its other jobs wait for a slot. */
export const TENANT_QUEUES = [...BUDGETED_QUEUES, "mail"] as const satisfies QueueName[];

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
    streams: { events: { maxLen: MAX_EVENTS } },
    settings: REPEATING,
  });
}
