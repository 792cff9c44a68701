import { presentClient } from "../../src/http/presenters/clients.ts";
import { SCOPES } from "../../src/http/scopes.ts";
import { type Budget, BUDGETS } from "../../src/store/redis/structures/budgets.ts";
import type { Credentials } from "../../src/store/tenants/client.ts";
import { CliError, command, table, wholeNumber } from "./command.ts";

const tenantArg = ["tenant"];

const showCredentials = ({ tenantId, clientId, clientSecret }: Credentials) =>
  `tenant         ${tenantId}\nclient id      ${clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only once.`;

function scopesOf(text: string): string[] {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== "");
  if (scopes.length === 0) throw new CliError("--scope must name at least one scope");
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope));
  if (unknown !== undefined) {
    throw new CliError(`there is no scope ${unknown}; there are ${Object.keys(SCOPES).join(", ")}`);
  }
  return scopes;
}

/** Budgets as `<name>=<number>`, separated by commas; `default` instead of a number removes a budget. */
function budgetsOf(text: string): Partial<Record<Budget, number>> {
  const budgets = text.split(",").map((part): [Budget, number] => {
    const [name = "", value = ""] = part.split("=").map((word) => word.trim());
    const known = BUDGETS.find((budget) => budget === name);
    if (!known) throw new CliError(`there is no budget ${name}; there are ${BUDGETS.join(", ")}`);
    return [known, value === "default" ? 0 : wholeNumber(value, `budget ${name}`)];
  });
  return Object.fromEntries(budgets);
}

export const tenantCommands = [
  command({
    name: "tenant create",
    args: tenantArg,
    options: { store: { type: "string" } },
    optionHelp: { store: "store that the first client is bound to" },
    help: "register a tenant with its first client",
    run: ({ tenants }, { args, options }) =>
      tenants.create(
        args["tenant"] ?? "",
        typeof options["store"] === "string" ? { store: options["store"] } : {},
      ),
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
    help: "refuse all requests of a tenant, within 5 seconds",
    async run({ tenants }, { args: { tenant = "" } }) {
      await tenants.setState(tenant, "suspended");
      return { tenantId: tenant, state: "suspended" };
    },
    text: ({ tenantId }) => `Tenant ${tenantId} is suspended.`,
  }),
  command({
    name: "tenant resume",
    args: tenantArg,
    help: "serve a suspended tenant again",
    async run({ tenants }, { args: { tenant = "" } }) {
      await tenants.setState(tenant, "active");
      return { tenantId: tenant, state: "active" };
    },
    text: ({ tenantId }) => `Tenant ${tenantId} is served again.`,
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
      "rate-limit": { type: "string" },
      "allow-duplicate-variants": { type: "string" },
      budget: { type: "string" },
    },
    optionHelp: {
      budget: `budgets such as ${BUDGETS.map((name) => `${name}=100`).join(",")}; use default instead of a number for the service's value`,
      "rate-limit": "requests per second; 0 for the default",
      "allow-duplicate-variants":
        "whether a list may contain the same variant more than once (true or false)",
    },
    help: "change a tenant's settings",
    async run({ tenants }, { args: { tenant = "" }, options }) {
      const limit = options["rate-limit"];
      const budget = options["budget"];
      const duplicates = options["allow-duplicate-variants"];
      if (duplicates !== undefined && duplicates !== "true" && duplicates !== "false") {
        throw new CliError("--allow-duplicate-variants must be true or false");
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

const clientArgs = ["tenant", "client"];

export const clientCommands = [
  command({
    name: "client create",
    args: tenantArg,
    options: { store: { type: "string" }, scope: { type: "string" } },
    optionHelp: {
      store: "store that the client is bound to",
      scope: "scopes, separated by commas; all if absent",
    },
    help: "create another client of a tenant",
    run: ({ tenants }, { args: { tenant = "" }, options: { store, scope } }) =>
      tenants.createClient(tenant, {
        ...(typeof store === "string" ? { store } : {}),
        ...(typeof scope === "string" ? { scopes: scopesOf(scope) } : {}),
      }),
    text: showCredentials,
  }),
  command({
    name: "client list",
    reads: true,
    args: tenantArg,
    help: "list a tenant's clients",
    async run({ tenants }, { args: { tenant = "" } }) {
      if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
      return (await tenants.clients(tenant)).map((client) => presentClient(client));
    },
    text: (clients) =>
      table(
        ["client", "store", "state", "scopes"],
        clients.map(({ clientId, store, disabled, scopes }) => [
          clientId,
          store,
          disabled ? "disabled" : "active",
          scopes.join(" "),
        ]),
      ),
  }),
  command({
    name: "client set",
    args: clientArgs,
    options: { scope: { type: "string" } },
    optionHelp: { scope: "scopes, separated by commas, or all" },
    help: "change the scopes of a client and its tokens, within 5 seconds",
    async run({ tenants }, { args: { tenant = "", client = "" }, options: { scope } }) {
      if (typeof scope !== "string") throw new CliError("--scope is needed");
      const scopes = scope === "all" ? [] : scopesOf(scope);
      await tenants.setClient(tenant, client, { scopes });
      return {
        tenantId: tenant,
        clientId: client,
        scopes: scopes.length === 0 ? Object.keys(SCOPES) : scopes,
      };
    },
    text: ({ clientId, scopes }) => `Client ${clientId} has the scopes ${scopes.join(" ")}.`,
  }),
  command({
    name: "client rotate",
    args: clientArgs,
    options: { overlap: { type: "string", default: "86400" } },
    optionHelp: { overlap: "seconds that the present secret stays valid; default: one day" },
    help: "create a new secret for a client",
    run: ({ tenants }, { args: { tenant = "", client = "" }, options }) =>
      tenants.rotateSecret(tenant, client, wholeNumber(String(options["overlap"]), "overlap")),
    text: showCredentials,
  }),
  command({
    name: "client delete",
    args: clientArgs,
    help: "delete a client; it and its tokens are refused within 5 seconds",
    async run({ tenants }, { args: { tenant = "", client = "" } }) {
      await tenants.deleteClient(tenant, client);
      return { tenantId: tenant, clientId: client, deleted: true };
    },
    text: ({ clientId }) => `Client ${clientId} is deleted.`,
  }),
  command({
    name: "client disable",
    args: clientArgs,
    help: "refuse a client and its tokens, within 5 seconds",
    async run({ tenants }, { args: { tenant = "", client = "" } }) {
      await tenants.setClient(tenant, client, { disabled: true });
      return { tenantId: tenant, clientId: client, disabled: true };
    },
    text: ({ clientId }) => `Client ${clientId} is disabled.`,
  }),
  command({
    name: "client enable",
    args: clientArgs,
    help: "serve a disabled client again",
    async run({ tenants }, { args: { tenant = "", client = "" } }) {
      await tenants.setClient(tenant, client, { disabled: false });
      return { tenantId: tenant, clientId: client, disabled: false };
    },
    text: ({ clientId }) => `Client ${clientId} is served again.`,
  }),
];
