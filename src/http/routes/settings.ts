import type { Logger } from "pino";
import type { Settings } from "../../store/settings.ts";
import type { Tenants } from "../../store/tenants.ts";
import { presentRead } from "../presenters/reply.ts";
import { type ApiRoute, route } from "../route.ts";
import { SettingsBody, SettingsResponse } from "../schemas/settings.ts";
import type { Sessions } from "../sessions.ts";
import { notFound } from "../targets.ts";

const PATH = "/services/wsservice/api/settings";
const REFUSALS = { malformed: 400, invalid: 400, duplicate: 400 } as const;

export interface SettingsRouteParts {
  tenants: Tenants;
  sessions: Sessions;
  log: Logger;
}

/** Names of the settings that a body changes, as `alerts.holdSeconds`. Their values may name persons. */
const fieldsOf = (body: object): string[] =>
  Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name],
  );

/** A tenant's settings; they hold for all its stores. */
export function settingsRoutes({ tenants, sessions, log }: SettingsRouteParts): ApiRoute[] {
  const tag = "Settings";

  async function settingsOf(tenantId: string): Promise<Settings> {
    const tenant = await tenants.find(tenantId);
    if (!tenant) throw notFound("tenant");
    return tenant.settings;
  }

  return [
    route({
      operation: "getSettings",
      method: "get",
      paths: [PATH],
      tag,
      summary: "Get the tenant's settings",
      description: "The settings that are in force, with defaults where nothing was set.",
      scope: "settings:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The settings.", schema: SettingsResponse } },
      handle: async ({ session }) => presentRead(JSON.stringify(await settingsOf(session.tenant.id))),
    }),

    route({
      operation: "updateSettings",
      method: "put",
      paths: [PATH],
      tag,
      summary: "Change the tenant's settings",
      description:
        "Settings that are present are set, absent ones stay. They hold for all stores, within two seconds.",
      scope: "settings:write",
      body: SettingsBody,
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The settings after the change.", schema: SettingsResponse } },
      async handle({ session, body }) {
        await tenants.setSettings(session.tenant.id, body);
        const { tenant, clientId: client } = session;
        log.info({ tenant: tenant.id, client, fields: fieldsOf(body) }, "settings changed");
        await sessions.refresh();
        return presentRead(JSON.stringify(await settingsOf(session.tenant.id)));
      },
    }),
  ];
}
