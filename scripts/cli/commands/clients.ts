import { UsageError } from "../../../src/command-line.ts";
import { presentClient } from "../../../src/http/presenters/clients.ts";
import { SCOPES } from "../../../src/http/scopes.ts";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import { DAY_S } from "../../../src/units/durations.ts";
import { command, requireTenant, table, wholeNumber } from "../command.ts";

const tenantArg = ["tenant"];
const clientArgs = ["tenant", "client"];

/** Formats the credentials of a client. */
export const showCredentials = ({ tenantId, clientId, clientSecret }: Credentials) =>
  `tenant         ${tenantId}\nclient id      ${clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only once.`;

/** Formats clients as a table. */
export const clientTable = (clients: readonly ReturnType<typeof presentClient>[]): string =>
  table(
    ["client", "store", "state", "scopes"],
    clients.map(({ clientId, store, disabled, scopes }) => [
      clientId,
      store,
      disabled ? "disabled" : "active",
      scopes.join(" "),
    ]),
  );

function scopesOf(text: string): string[] {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== "");
  if (scopes.length === 0) throw new UsageError("--scope must name at least one scope");
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope));
  if (unknown !== undefined) {
    throw new UsageError(`there is no scope ${unknown}; there are ${Object.keys(SCOPES).join(", ")}`);
  }
  return scopes;
}

export const clientCommands = [
  command({
    name: "client create",
    args: tenantArg,
    options: {
      store: { type: "string", help: "store that the client is bound to" },
      scope: { type: "string", help: "scopes, separated by commas; all if absent" },
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
    isAudited: false,
    args: tenantArg,
    help: "list a tenant's clients",
    async run({ tenants, now }, { args: { tenant = "" } }) {
      await requireTenant({ tenants }, tenant);
      return (await tenants.clients(tenant)).map((client) => presentClient(client, now()));
    },
    text: clientTable,
  }),
  command({
    name: "client set",
    args: clientArgs,
    options: { scope: { type: "string", required: true, help: "scopes, separated by commas, or all" } },
    help: "change the scopes of a client and its tokens, within 5 seconds",
    async run({ tenants }, { args: { tenant = "", client = "" }, options: { scope } }) {
      const scopes = scope === "all" ? [] : scopesOf(String(scope));
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
    options: {
      overlap: { type: "string", help: "seconds that the current secret stays valid; default: one day" },
    },
    help: "create a new secret for a client",
    run: ({ tenants }, { args: { tenant = "", client = "" }, options: { overlap = DAY_S } }) =>
      tenants.rotateSecret(tenant, client, wholeNumber(String(overlap), "overlap")),
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
    help: "disable a client; it and its tokens are refused within 5 seconds",
    async run({ tenants }, { args: { tenant = "", client = "" } }) {
      await tenants.setClient(tenant, client, { disabled: true });
      return { tenantId: tenant, clientId: client, disabled: true };
    },
    text: ({ clientId }) => `Client ${clientId} is disabled.`,
  }),
  command({
    name: "client enable",
    args: clientArgs,
    help: "enable a disabled client again",
    async run({ tenants }, { args: { tenant = "", client = "" } }) {
      await tenants.setClient(tenant, client, { disabled: false });
      return { tenantId: tenant, clientId: client, disabled: false };
    },
    text: ({ clientId }) => `Client ${clientId} is enabled.`,
  }),
];
