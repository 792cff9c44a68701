import type { Job, Processor } from "bullmq";

/**
 * A job with the type of its data. The caller knows it by the queue and the name: jobs of a name all have such data.
 */
export const jobOf = <D, R = void>(job: Job): Job<D, R> => job as Job<D, R>;

/** A job to add. If the queue already has a job with its id, it is not added again. */
export interface NewJob {
  name: string;
  data: unknown;
  id?: string;
  delayMs?: number;
  /** The lowest runs first; jobs without one run before all others. */
  priority?: number;
  /** Trace contexts of the spans that it continues, one for each trace; if absent, that of the code that adds it. */
  traceContexts?: readonly string[] | undefined;
  /** During this time the job replaces all others with this name: they are not added. */
  standsFor?: { name: string; ms: number };
}

/** When a repeated job runs. */
export interface Schedule {
  cron: string;
  timezone: string;
}

/** How a queue's jobs are processed, and how many at once. */
export interface QueueWork {
  process: Processor;
  concurrency?: number;
  /** Maximum number of jobs that all processes together begin in a second. */
  perSecond?: number;
  /**
   * How long the job of a vanished process waits until another runs it, in milliseconds; as for other queues if absent.
   */
  lockMs?: number;
  /** Jobs of one tenant that run at the same time, in all processes together; unlimited when absent. */
  perTenant?: number;
  /** Called for a job that is given up because its process vanished or stood still too often during it. */
  onGivenUp?: (job: Job) => Promise<void>;
}
