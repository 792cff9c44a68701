import type { Tenant } from "../../store/tenants/tenant.ts";

/** What the jobs for an event depend on, beside the event. */
export interface Circumstances {
  now: number;
  /** The tenant of the event; undefined if it is deleted. */
  findTenant: () => Promise<Tenant | undefined>;
}
