import { Counter, type Registry } from "prom-client";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { TOP_TENANTS, topTenants } from "./top-tenants.ts";

/** Maximum number of tenants whose refusals one process counts. */
const MAX_TENANTS = 10_000;

/**
 * Adds a counter of the requests that were refused by the budgets of tenants. It shows only the tenants with the most
 * refusals, which limits the number of labels. Returns a function that counts a refusal.
 */
export function watchRefusals(registry: Registry): (tenant: string, budget: string) => void {
  const counts = boundedCache<Map<string, number>>(MAX_TENANTS);
  const totalOf = (tenant: string) =>
    [...(counts.peek(tenant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  new Counter({
    name: "wishlist_tenant_refusals_total",
    help: `Requests that this process refused because of a budget, for the ${TOP_TENANTS} tenants with the most refusals`,
    labelNames: ["tenant", "budget"] as const,
    registers: [registry],
    async collect() {
      const top = await topTenants([...counts.keys()], (tenants) => Promise.resolve(tenants.map(totalOf)));
      this.reset();
      for (const [tenant] of top)
        for (const [budget, count] of counts.peek(tenant) ?? []) this.inc({ tenant, budget }, count);
    },
  });
  return (tenant, budget) => {
    const known = counts.get(tenant) ?? new Map<string, number>();
    counts.set(tenant, known.set(budget, (known.get(budget) ?? 0) + 1));
  };
}
