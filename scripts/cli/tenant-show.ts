import { type Budget, BUDGETS } from "../../src/store/budgets.ts";
import { Shops } from "../../src/store/shops.ts";
import { StoredBytes } from "../../src/store/stored-bytes.ts";
import { slotsInUse } from "../../src/store/slots.ts";
import { DEFAULT_STORE } from "../../src/store/settings.ts";
import { storeOf, tenantOf } from "../../src/store/tenants.ts";
import { CliError, command, table } from "./command.ts";
import { describeClient } from "./tenants.ts";

const lines = (pairs: Record<string, string | number | null>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name.padEnd(16)}${value ?? ""}`)
    .join("\n");

export const tenantShowCommand = command({
  name: "tenant show",
  args: ["tenant"],
  help: "show a tenant with its stores, clients, settings and budgets",
  async run({ redis, keys, tenants, partitions }, { args: { tenant: id = "" } }) {
    const tenant = await tenants.find(id);
    if (!tenant) throw new CliError(`there is no tenant ${id}`);
    const clients = (await tenants.clients(id)).map(describeClient);
    const shops = (await new Shops(redis, keys).list()).filter(({ scope }) => tenantOf(scope) === id);
    const stores = [
      DEFAULT_STORE,
      ...clients.map(({ store }) => store),
      ...shops.map((it) => storeOf(it.scope)),
    ];
    const [storedBytes = 0] = await new StoredBytes(redis, keys, partitions).of([id]);
    return {
      tenantId: id,
      state: tenant.state,
      createdTime: tenant.createdTime,
      stores: [...new Set(stores)].sort(),
      clients,
      shops: shops.map(({ domain, scope }) => ({ shop: domain, store: storeOf(scope) })),
      settings: tenant.settings,
      rateLimit: tenant.rateLimit ?? null,
      budgets: tenant.budgets,
      openUploads: await slotsInUse(redis, keys.openUploads(id)),
      storedBytes,
    };
  },
  text({ tenantId, state, createdTime, stores, clients, shops, settings, rateLimit, ...rest }) {
    const { budgets, openUploads, storedBytes } = rest;
    const stored = `${(storedBytes / 1_000_000).toFixed(1)} MB, estimated`;
    const used: Partial<Record<Budget, string | number>> = { uploads: openUploads, stored };
    return [
      lines({
        tenant: tenantId,
        state,
        created: createdTime,
        stores: stores.join(" "),
        shops: shops.map(({ shop, store }) => `${shop} (${store})`).join(" "),
        "requests/s": rateLimit ?? "default",
      }),
      table(
        ["client", "store", "state", "scopes"],
        clients.map(({ clientId, store, disabled, scopes }) => [
          clientId,
          store,
          disabled ? "disabled" : "active",
          scopes.join(" "),
        ]),
      ),
      table(
        ["budget", "limit", "used"],
        BUDGETS.map((name) => [name, budgets[name] ?? "default", used[name] ?? ""]),
      ),
      `settings ${JSON.stringify(settings, null, 2)}`,
    ].join("\n\n");
  },
});
