import { DelayedError, type Job, type Processor } from "bullmq";
import { MINUTE_MS } from "../../../store/durations.ts";
import type { OfStore } from "../../../store/records/of-store.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";

/**
 * Minimum time until a waiting job checks again, in milliseconds; the maximum is twice as long. It is random, so that
 * jobs do not return at the same time.
 */
const WAIT_MS = 5 * MINUTE_MS;

/**
 * Delays the jobs of a suspended tenant until the tenant is resumed, which costs no attempt. A running job is not
 * interrupted. The data of jobs must have their `storeKey`.
 */
export function whileActive(
  process: Processor,
  isSuspended: (tenant: string) => Promise<boolean>,
): Processor {
  // All three parameters are declared, because BullMQ creates a signal only for such a processor.
  return async function runWhileActive(job: Job<OfStore>, token, signal) {
    if (await isSuspended(tenantOf(job.data.storeKey))) {
      await job.moveToDelayed(Date.now() + WAIT_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
    const result: unknown = await process(job, token, signal);
    return result;
  };
}
