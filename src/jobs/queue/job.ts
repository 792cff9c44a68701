import type { Job, Processor } from "bullmq";

/** Returns a job with the type of its data. The caller knows the type from the queue and the name of the job. */
export const jobOf = <D, R = void>(job: Job): Job<D, R> => job as Job<D, R>;

/** A job to add. If the queue already has a job with its id, it is not added. */
export interface NewJob {
  name: string;
  data: unknown;
  id?: string;
  delayMs?: number;
  /** The lowest number runs first. Jobs without a priority run before all others. */
  priority?: number;
  /** Trace contexts of the spans that the job continues, one for each trace; if absent, the current trace context. */
  traceContexts?: readonly string[] | undefined;
  /** During `ms`, other jobs with this deduplication name are not added. */
  deduplication?: { name: string; ms: number };
}

/** Name of the jobs that wait for a time of their data, which their delay ends at. */
export const DUE = "due";

/** The times of a repeated job. */
export interface Schedule {
  cron: string;
  timezone: string;
}

/** How a queue's jobs are processed, and how many at the same time. */
export interface QueueWork {
  process: Processor;
  concurrency?: number;
  /** Maximum number of jobs that all processes together start per second. */
  perSecond?: number;
  /**
   * How long the job of a failed process waits until another process runs it, in milliseconds; if absent, the default
   * for all queues.
   */
  lockMs?: number;
  /** Maximum number of jobs of one tenant that run at the same time, in all processes together; unlimited if absent. */
  perTenant?: number;
  /**
   * Returns the id of the receiver that a job waits for, from the job's data. The receivers of a tenant then share its
   * slots: one that takes long leaves some for the others.
   */
  receiverOf?: (data: unknown) => string;
  /** Called for a job that is given up: its attempts are used up, or its processes failed or stalled too often. */
  onGivenUp?: (job: Job) => Promise<void>;
}
