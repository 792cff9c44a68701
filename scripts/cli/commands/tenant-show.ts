import type { Config } from "../../../src/config.ts";
import { presentClient } from "../../../src/http/presenters/clients.ts";
import { BUDGETED_QUEUES } from "../../../src/jobs/queue/queues.ts";
import { type Budget, BUDGETS } from "../../../src/store/redis/structures/budgets.ts";
import { slotsInUse } from "../../../src/store/redis/structures/slots.ts";
import { StoredBytes } from "../../../src/store/tenants/stored-bytes.ts";
import { TenantSlots } from "../../../src/store/tenants/tenant-slots.ts";
import { storeOf, type Tenant } from "../../../src/store/tenants/tenant.ts";
import { CliError, command, table } from "../command.ts";
import { withJobsStore } from "../queues.ts";
import { clientTable } from "./clients.ts";
import { storesAndShops } from "./stores.ts";
import { BUDGET_UNITS } from "./tenants.ts";

type Limits = Record<Budget | "rateLimit", number | null>;

/** The limits of a tenant; null for no limit. Defaults are those of the service, if the tool has its settings. */
function limitsOf(
  { RATE_LIMIT, budgets }: Readonly<Config>,
  tenant: Pick<Tenant, "rateLimit" | "budgets">,
): Limits {
  const limitOf = (name: Budget) => tenant.budgets[name] ?? budgets[name] ?? null;
  return {
    rateLimit: tenant.rateLimit ?? RATE_LIMIT ?? null,
    rows: limitOf("rows"),
    tokens: limitOf("tokens"),
    uploads: limitOf("uploads"),
    stored: limitOf("stored"),
    jobs: limitOf("jobs"),
    stores: limitOf("stores"),
    keys: limitOf("keys"),
    changes: limitOf("changes"),
  };
}

const lines = (pairs: Record<string, string | number | null>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name.padEnd(16)}${value ?? ""}`)
    .join("\n");

export const tenantShowCommand = command({
  name: "tenant show",
  isAudited: false,
  args: ["tenant"],
  help: "show a tenant with its stores, clients, settings and budgets",
  async run(context, { args: { tenant: id = "" } }) {
    const { redis, keys, now, tenants, partitions, config } = context;
    const tenant = await tenants.find(id);
    if (!tenant) throw new CliError(`there is no tenant ${id}`);
    const clients = await tenants.clients(id);
    const { stores, shops } = await storesAndShops(context, id, clients);
    const [storedBytes = 0] = await new StoredBytes(redis, keys, partitions).of([id]);
    return {
      tenantId: id,
      state: tenant.state,
      createdTime: tenant.createdTime,
      stores,
      clients: clients.map((client) => presentClient(client, now())),
      shops: shops.map(({ domain, storeKey }) => ({ shop: domain, store: storeOf(storeKey) })),
      settings: tenant.settings,
      rateLimit: tenant.rateLimit ?? null,
      budgets: tenant.budgets,
      openUploads: await slotsInUse(redis, keys.openUploads(id)),
      storedBytes,
      waitingJobs: await withJobsStore(context, async (store) => {
        const slots = new TenantSlots(store, keys);
        const counts = await Promise.all(BUDGETED_QUEUES.map((queue) => slots.waitingJobs(queue, [id])));
        return counts.flat().reduce((sum, count) => sum + count, 0);
      }),
      limits: limitsOf(config, tenant),
    };
  },
  text({ tenantId, state, createdTime, stores, clients, shops, settings, ...rest }) {
    const { limits, budgets, rateLimit, openUploads, storedBytes, waitingJobs: jobs } = rest;
    const stored = `${(storedBytes / 1_000_000).toFixed(1)} MB, estimated`;
    const used: Partial<Record<Budget, string | number>> = {
      uploads: openUploads,
      stored,
      jobs,
      stores: stores.length,
    };
    const limitIn = (name: keyof Limits, own: number | null | undefined) =>
      `${limits[name] ?? "none"}${(own ?? null) === null ? " (default)" : ""}`;
    return [
      lines({
        tenant: tenantId,
        state,
        created: createdTime,
        stores: stores.join(" "),
        shops: shops.map(({ shop, store }) => `${shop} (${store})`).join(" ") || "none",
        "requests/s": limitIn("rateLimit", rateLimit),
      }),
      clientTable(clients),
      table(
        ["budget", "limit", "used", "counts"],
        BUDGETS.map((name) => [name, limitIn(name, budgets[name]), used[name] ?? "", BUDGET_UNITS[name]]),
      ),
      `settings ${JSON.stringify(settings, null, 2)}`,
    ].join("\n\n");
  },
});
