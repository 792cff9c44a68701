import { DelayedError, type Processor } from "bullmq";
import { Unavailable } from "../../../actors/runtime/unavailable.ts";
import { hasStoreFailed } from "../../../store/redis/failures.ts";

/** Time until a job is tried again, in milliseconds: between this and twice as long, so that not all come at once. */
const RETRY_MS = 1000;

/** Whether an error passes by itself: the store or a worker is away, or cannot do something now. */
export const isPassing = (err: unknown): boolean => err instanceof Unavailable || hasStoreFailed(err);

/**
 * Lets jobs wait while the store or a worker is away, however long that takes. That is not a failure of the job, so it
 * costs no attempt. `onWait` is called with the reason each time.
 */
export function patient(process: Processor, onWait: (err: Error) => void): Processor {
  // All three parameters are named: BullMQ makes a signal only for such a processor.
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
