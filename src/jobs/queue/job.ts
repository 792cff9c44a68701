import type { Job, Processor } from "bullmq";

/** A job with the data that its queue and its name promise: whoever adds a job of this name gives it such data. */
export const jobOf = <D, R = void>(job: Job): Job<D, R> => job as Job<D, R>;

/** A job to be done. One whose id is known already is the same job, and is not added again. */
export interface NewJob {
  name: string;
  data: unknown;
  id?: string;
  delayMs?: number;
  /** The lowest runs first; jobs without one run before all others. */
  priority?: number;
  /** Trace contexts of the spans that it continues, one for each trace; that of the code that adds it when absent. */
  traceContexts?: readonly string[] | undefined;
  /** During this time the job replaces all others with this name: they are not added. */
  standsFor?: { name: string; ms: number };
}

/** When a job is done again and again. */
export interface Schedule {
  cron: string;
  timezone: string;
}

/** How a queue's jobs are processed, and how many at once. */
export interface QueueWork {
  process: Processor;
  concurrency?: number;
  /** Jobs that are begun at most in a second, by all processes together. */
  perSecond?: number;
  /** How long a job of a process that vanished waits for another, where it is not as usual. */
  lockMs?: number;
  /** Jobs of one tenant that run at the same time, in all processes together; unlimited when absent. */
  perTenant?: number;
  /** Called for a job that is given up, because too often its process vanished or stood still while it was at work. */
  onGivenUp?: (job: Job) => Promise<void>;
}
