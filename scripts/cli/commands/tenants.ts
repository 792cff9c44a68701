import { UsageError } from "../../../src/command-line.ts";
import { type Budget, BUDGETS } from "../../../src/store/redis/structures/budgets.ts";
import { TenantExists } from "../../../src/store/tenants/tenant.ts";
import { command, table, wholeNumber, withHint } from "../command.ts";
import { showCredentials } from "./clients.ts";

const tenantArg = ["tenant"];

/** What each budget counts. */
export const BUDGET_UNITS: Readonly<Record<Budget, string>> = {
  rows: "rows of feeds per second",
  tokens: "access tokens per minute",
  uploads: "simultaneous uploads",
  stored: "megabytes of records",
  jobs: "waiting jobs",
  stores: "stores",
  keys: "Idempotency-Keys per day",
  changes: "changes in Redis",
};
const budgetHelp = BUDGETS.map((name) => `${name} (${BUDGET_UNITS[name]})`).join(", ");

/** Budgets as `<name>=<number>`, separated by commas; `default` instead of a number removes a budget. */
function budgetsOf(text: string): Partial<Record<Budget, number>> {
  const budgets = text.split(",").map((part): [Budget, number] => {
    const [name = "", ...rest] = part.split("=").map((word) => word.trim());
    const value = rest.join("=");
    const known = BUDGETS.find((budget) => budget === name);
    if (!known) throw new UsageError(`there is no budget ${name}; there are ${BUDGETS.join(", ")}`);
    // The repository removes a budget of 0, but who types 0 means to allow nothing.
    return [known, value === "default" ? 0 : wholeNumber(value, `budget ${name}`, 1)];
  });
  const names = budgets.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`the budget ${twice} is given more than once`);
  return Object.fromEntries(budgets);
}

export const tenantCommands = [
  command({
    name: "tenant create",
    args: tenantArg,
    options: { store: { type: "string", help: "store that the first client is bound to" } },
    help: "register a tenant with its first client",
    async run({ tenants }, { args: { tenant = "" }, options: { store } }) {
      try {
        return await tenants.create(tenant, typeof store === "string" ? { store } : {});
      } catch (err) {
        // A call that was killed may have created the tenant without printing its credentials.
        throw err instanceof TenantExists ? withHint(err, `client create ${tenant}`, "new credentials") : err;
      }
    },
    text: showCredentials,
  }),
  command({
    name: "tenant list",
    help: "list the tenants",
    async run({ tenants }) {
      return (await tenants.list()).map(({ id, state, createdTime, rateLimit, settings, notBefore }) => ({
        tenantId: id,
        state,
        createdTime,
        rateLimit: rateLimit ?? null,
        settings,
        notBefore,
      }));
    },
    text: (tenants) =>
      table(
        ["tenant", "state", "created", "requests/s"],
        tenants.map(({ tenantId, state, createdTime, rateLimit }) => [
          tenantId,
          state,
          createdTime,
          rateLimit ?? "default",
        ]),
      ),
  }),
  command({
    name: "tenant suspend",
    args: tenantArg,
    help: "suspend a tenant; its requests are refused within 5 seconds",
    async run({ tenants }, { args: { tenant = "" } }) {
      await tenants.setState(tenant, "suspended");
      return { tenantId: tenant, state: "suspended" };
    },
    text: ({ tenantId }) => `Tenant ${tenantId} is suspended.`,
  }),
  command({
    name: "tenant resume",
    args: tenantArg,
    help: "end the suspension of a tenant",
    async run({ tenants }, { args: { tenant = "" } }) {
      await tenants.setState(tenant, "active");
      return { tenantId: tenant, state: "active" };
    },
    text: ({ tenantId }) => `Tenant ${tenantId} is active again.`,
  }),
  command({
    name: "tenant revoke-tokens",
    args: tenantArg,
    help: "revoke all access tokens of a tenant, within 5 seconds",
    async run({ tenants }, { args: { tenant = "" } }) {
      return { tenantId: tenant, notBefore: await tenants.revokeTokens(tenant) };
    },
    text: ({ tenantId }) => `The access tokens of tenant ${tenantId} are revoked.`,
  }),
  command({
    name: "tenant rotate-key",
    args: tenantArg,
    help: "sign new access tokens with a new key; old keys still verify old tokens",
    async run({ tenants }, { args: { tenant = "" } }) {
      return { tenantId: tenant, kid: await tenants.rotateSigningKey(tenant) };
    },
    text: ({ tenantId, kid }) => `Tenant ${tenantId} signs with key ${kid}.`,
  }),
  command({
    name: "tenant set",
    args: tenantArg,
    options: {
      "rate-limit": { type: "string", help: "requests per second; 0 for the default" },
      "allow-duplicate-variants": {
        type: "string",
        help: "whether a list may contain the same variant more than once (true or false)",
      },
      budget: {
        type: "string",
        help: `budgets, such as rows=100,stored=default; default means the service's value. They are ${budgetHelp}`,
      },
    },
    help: "change a tenant's settings",
    async run({ tenants }, { args: { tenant = "" }, options }) {
      // Without a change, an entry in the audit log would say that there was one.
      if (Object.keys(options).length === 0)
        throw new UsageError("use at least one of --rate-limit, --allow-duplicate-variants and --budget");
      const limit = options["rate-limit"];
      const budget = options["budget"];
      const duplicates = options["allow-duplicate-variants"];
      if (duplicates !== undefined && duplicates !== "true" && duplicates !== "false") {
        throw new UsageError("--allow-duplicate-variants must be true or false");
      }
      await tenants.setSettings(tenant, {
        ...(typeof limit === "string" ? { rateLimit: wholeNumber(limit, "rate-limit") } : {}),
        ...(typeof budget === "string" ? { budgets: budgetsOf(budget) } : {}),
        ...(duplicates === undefined ? {} : { allowDuplicateVariants: duplicates === "true" }),
      });
      const found = await tenants.find(tenant);
      const { allowDuplicateVariants = false } = found?.settings ?? {};
      const { rateLimit = null, budgets = {} } = found ?? {};
      return { tenantId: tenant, rateLimit, budgets, allowDuplicateVariants };
    },
    text: ({ tenantId, rateLimit, budgets, allowDuplicateVariants }) =>
      `Tenant ${tenantId}: ${rateLimit ?? "the default number of"} requests per second, ` +
      `${allowDuplicateVariants ? "with" : "without"} duplicate variants.` +
      Object.entries(budgets)
        .map(([name, value]) => `\nbudget ${name}: ${value}`)
        .join(""),
  }),
];
