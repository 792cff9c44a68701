import { DelayedError, type Job, type Processor } from "bullmq";
import type { Now } from "../../store/redis/clock.ts";

/** How far a process that promotes delayed jobs by its own clock may be ahead. */
const MAX_SKEW_MS = 30_000;

/**
 * Delay of a job that waits for a slot of its tenant, in milliseconds; no other job has exactly this delay. It is
 * admitted long before. If the list of waiting jobs was lost, it requests a slot itself at the end of the delay.
 */
export const HELD_MS = 3_599_999;

/** When a job is first to run, in milliseconds since 1970; a job that waits for a slot runs as soon as possible. */
export const dueTimeOf = ({ timestamp, opts: { delay = 0 } }: Pick<Job, "timestamp" | "opts">): number =>
  timestamp + (delay === HELD_MS ? 0 : delay);

/**
 * Holds a delayed job back until its time has come by the store's clock: the queue hands it out too early where
 * the clock of this process is ahead. A job that comes much too early was promoted by intent, and is done.
 */
export function whenDue(process: Processor, now: Now): Processor {
  // It names all three parameters: only then the queue makes a signal.
  return async function runWhenDue(job, token, signal) {
    const earlyMs = dueTimeOf(job) - now();
    if (earlyMs > 0 && earlyMs <= MAX_SKEW_MS) {
      await job.moveToDelayed(Date.now() + earlyMs, token);
      throw new DelayedError();
    }
    const result: unknown = await process(job, token, signal);
    return result;
  };
}
