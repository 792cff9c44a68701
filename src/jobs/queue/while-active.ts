import { DelayedError, type Job, type Processor } from "bullmq";
import { MINUTE_MS } from "../../store/durations.ts";
import type { OfStore } from "../../store/records/of-store.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

/** Time until a waiting job looks again, in milliseconds: between this and twice as long, for there may be many. */
const WAIT_MS = 5 * MINUTE_MS;

/**
 * Lets the jobs of suspended tenants wait until the tenant is resumed, which costs no attempt. A job that has begun is
 * not interrupted. Jobs must carry their store as `storeKey`.
 */
export function whileActive(
  process: Processor,
  isSuspended: (tenant: string) => Promise<boolean>,
): Processor {
  // It names all three parameters: only then the queue makes a signal.
  return async function runWhileActive(job: Job<OfStore>, token, signal) {
    if (await isSuspended(tenantOf(job.data.storeKey))) {
      await job.moveToDelayed(Date.now() + WAIT_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
    const result: unknown = await process(job, token, signal);
    return result;
  };
}
