import type { Tenant } from "../../store/tenants/tenant.ts";

/** What the jobs for an event depend on besides. */
export interface Circumstances {
  now: number;
  /** The tenant that the event is of. */
  findTenant: () => Promise<Tenant | undefined>;
}
