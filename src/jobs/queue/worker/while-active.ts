import { DelayedError, type Job, type Processor } from "bullmq";
import { MINUTE_MS } from "../../../store/durations.ts";
import type { OfStore } from "../../../store/records/of-store.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";

/**
 * Time until a waiting job checks again, in milliseconds: between this and twice as long, so that not all come at once.
 */
const WAIT_MS = 5 * MINUTE_MS;

/**
 * Lets the jobs of suspended tenants wait until the tenant is resumed, which costs no attempt. A running job is not
 * interrupted. Jobs must have their store as `storeKey`.
 */
export function whileActive(
  process: Processor,
  isSuspended: (tenant: string) => Promise<boolean>,
): Processor {
  // All three parameters are named: BullMQ makes a signal only for such a processor.
  return async function runWhileActive(job: Job<OfStore>, token, signal) {
    if (await isSuspended(tenantOf(job.data.storeKey))) {
      await job.moveToDelayed(Date.now() + WAIT_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
    const result: unknown = await process(job, token, signal);
    return result;
  };
}
