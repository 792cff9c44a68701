import type { Job, Processor } from "bullmq";
import type { OfStore } from "../../../store/records/of-store.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import { MINUTE_MS } from "../../../units/durations.ts";
import { around } from "./around.ts";
import { runLater } from "./run-later.ts";

/**
 * Minimum time until a waiting job checks again, in milliseconds; the maximum is twice as long. It is random, so that
 * jobs do not return at the same time.
 */
const WAIT_MS = 5 * MINUTE_MS;

/**
 * Delays the jobs of a suspended tenant until the tenant is resumed, which costs no attempt. A running job is not
 * interrupted. The data of jobs must have their `storeKey`.
 */
export const whileActive = (
  process: Processor,
  isSuspended: (tenant: string) => Promise<boolean>,
): Processor =>
  around(process, async (job: Job<OfStore>, token, next) => {
    if (await isSuspended(tenantOf(job.data.storeKey)))
      return runLater(job, token, WAIT_MS * (1 + Math.random()));
    return next();
  });
