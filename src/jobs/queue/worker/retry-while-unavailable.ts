import { DelayedError, type Processor } from "bullmq";
import { Unavailable } from "../../../actors/runtime/unavailable.ts";
import { hasStoreFailed } from "../../../store/redis/failures.ts";

/**
 * Minimum time until a retry of a job, in milliseconds; the maximum is twice as long. It is random, so that jobs do not
 * return at the same time.
 */
const RETRY_MS = 1000;

/** Whether an error is temporary: the store or a worker is unavailable, or cannot do something at the moment. */
export const isTemporary = (err: unknown): boolean => err instanceof Unavailable || hasStoreFailed(err);

/**
 * Delays jobs while the store or a worker is unavailable, without a time limit. This is not a failure of the job, so it
 * costs no attempt. `onWait` is called with the reason each time.
 */
export function retryWhileUnavailable(process: Processor, onWait: (err: Error) => void): Processor {
  // All three parameters are declared, because BullMQ creates a signal only for such a processor.
  return async function runOrDelay(job, token, signal) {
    try {
      const result: unknown = await process(job, token, signal);
      return result;
    } catch (err) {
      if (!(err instanceof Error && isTemporary(err))) throw err;
      onWait(err);
      await job.moveToDelayed(Date.now() + RETRY_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
  };
}
