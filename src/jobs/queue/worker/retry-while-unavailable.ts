import { DelayedError, type Processor } from "bullmq";
import { Unavailable } from "../../../actors/runtime/unavailable.ts";
import { hasRedisFailed } from "../../../store/redis/failures.ts";
import { around } from "./around.ts";
import { runLater } from "./run-later.ts";

/**
 * Minimum time until a retry of a job, in milliseconds; the maximum is twice as long. It is random, so that jobs do not
 * return at the same time.
 */
const RETRY_MS = 1000;

/** Whether an error is temporary: the store or a worker is unavailable, or cannot do something at the moment. */
export const isTemporary = (err: unknown): boolean => err instanceof Unavailable || hasRedisFailed(err);

/**
 * Delays jobs while the store or a worker is unavailable, without a time limit. This is not a failure of the job, so it
 * costs no attempt. `onWait` is called with the reason each time. Nor is it a failure if a job ends because its process
 * stops: it runs again at once in another process.
 */
export const retryWhileUnavailable = (process: Processor, onWait: (err: Error) => void): Processor =>
  around(process, async (job, token, next, signal) => {
    try {
      return await next();
    } catch (err) {
      if (err instanceof DelayedError) throw err;
      if (signal?.aborted) return runLater(job, token, 0);
      if (!(err instanceof Error && isTemporary(err))) throw err;
      onWait(err);
      return runLater(job, token, RETRY_MS * (1 + Math.random()));
    }
  });
