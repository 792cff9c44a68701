import { type BoundedCache, boundedCache } from "../../collections/bounded-cache.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

/** Time after which a job of a tenant lowers its priority half as much, in milliseconds. */
const HALF_LIFE_MS = 20_000;
const MAX_TENANTS = 10_000;
/** The lowest priority of BullMQ. */
const LOWEST = 2 ** 21 - 1;

/**
 * Gives jobs priorities, so that tenants get fair shares of a queue: the more jobs a tenant has sent recently, the
 * lower is the priority of its next job. A tenant with one job therefore does not wait for a thousand jobs of another
 * tenant. Older jobs count less and less, so that no moment gives a tenant more than its share.
 */
export class FairShare {
  readonly #sent: BoundedCache<{ count: number; at: number }>;

  /** @param maxTenants maximum number of remembered tenants: those that have sent jobs most recently */
  constructor(maxTenants = MAX_TENANTS) {
    this.#sent = boundedCache(maxTenants);
  }

  /** Number of remembered tenants. */
  get size(): number {
    return this.#sent.size;
  }

  /** Returns the priority of the next job of a store, and counts the job for its tenant. 1 is the highest priority. */
  next(storeKey: string, now: number): number {
    const tenant = tenantOf(storeKey);
    const known = this.#sent.get(tenant);
    const remaining = known ? known.count * 0.5 ** (Math.max(0, now - known.at) / HALF_LIFE_MS) : 0;
    const count = remaining + 1;
    this.#sent.set(tenant, { count, at: now });
    return Math.min(Math.round(count), LOWEST);
  }
}
