import { DelayedError, type Processor } from "bullmq";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { hasStoreFailed } from "../../store/redis/failures.ts";

/** Time until a job is tried again, in milliseconds: between this and twice as long, so that many come apart. */
const RETRY_MS = 1000;

/** Whether the store or a worker is away, or cannot do something now: the same work may be done later. */
export const isPassing = (err: unknown): boolean => err instanceof Unavailable || hasStoreFailed(err);

/**
 * Lets jobs wait while the store or a worker is away, for as long as that takes: it is no failure of a job, and costs no
 * attempt. `onWait` is called with the reason each time.
 */
export function patient(process: Processor, onWait: (err: Error) => void): Processor {
  // It names all three parameters: only then the queue makes a signal.
  return async function runPatiently(job, token, signal) {
    try {
      const result: unknown = await process(job, token, signal);
      return result;
    } catch (err) {
      if (!(err instanceof Error && isPassing(err))) throw err;
      onWait(err);
      await job.moveToDelayed(Date.now() + RETRY_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
  };
}
