import { type BoundedCache, boundedCache } from "../../store/bounded-cache.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

/** How long a tenant's jobs count against it, in milliseconds. */
const MEMORY_MS = 60_000;
const MAX_TENANTS = 10_000;
/** The lowest priority that BullMQ knows. */
const LOWEST = 2 ** 21 - 1;

/**
 * Priorities that give tenants fair shares of a queue: a job's priority falls with the number of jobs that its tenant
 * has sent recently. So a tenant with one job never waits for another's thousand.
 */
export class FairShare {
  readonly #sent: BoundedCache<{ count: number; since: number }>;

  /** @param maxTenants tenants that are remembered: the ones that have sent jobs last */
  constructor(maxTenants = MAX_TENANTS) {
    this.#sent = boundedCache(maxTenants);
  }

  /** Tenants that are remembered now. */
  get size(): number {
    return this.#sent.size;
  }

  /** Priority of the next job for a store, which counts for its tenant; 1 is the highest. */
  next(storeKey: string, now: number): number {
    const tenant = tenantOf(storeKey);
    const known = this.#sent.get(tenant);
    const sent = known && now - known.since < MEMORY_MS ? known : { count: 0, since: now };
    sent.count++;
    this.#sent.set(tenant, sent);
    return Math.min(sent.count, LOWEST);
  }
}
