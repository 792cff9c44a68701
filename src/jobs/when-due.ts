import { DelayedError, type Processor } from "bullmq";
import type { Now } from "../store/clock.ts";

/** The queue goes by the clocks of the processes that work it off; none is further off than this. */
const MAX_SKEW_MS = 30_000;

/**
 * Holds a delayed job back until its time has come by the store's clock: the queue hands it out by the clock of this
 * process. A job that comes much too early was promoted by intent, and is done.
 */
export function whenDue(process: Processor, now: Now): Processor {
  // It names all three parameters: only then the queue makes a signal.
  return async function runWhenDue(job, token, signal) {
    const earlyMs = job.timestamp + (job.opts.delay ?? 0) - now();
    if (earlyMs > 0 && earlyMs <= MAX_SKEW_MS) {
      await job.moveToDelayed(Date.now() + earlyMs, token);
      throw new DelayedError();
    }
    return (await process(job, token, signal)) as unknown;
  };
}
