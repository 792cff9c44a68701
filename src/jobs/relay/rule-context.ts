import type { Tenant } from "../../store/tenants/tenant.ts";

/** The data that a rule uses besides the event to make a job. */
export interface RuleContext {
  now: number;
  /** The tenant of the event; undefined if it is deleted. */
  findTenant: () => Promise<Tenant | undefined>;
}
