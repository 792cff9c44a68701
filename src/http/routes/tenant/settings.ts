import type { Logger } from "pino";
import { notFound } from "../../../ingest/targets.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { figureChanges } from "../../../store/tenants/settings/figures.ts";
import { readSources } from "../../../store/tenants/settings/stored-settings.ts";
import { storeOf } from "../../../store/tenants/tenant.ts";
import type { Tenants } from "../../../store/tenants/tenants.ts";
import type { KnownTenants } from "../../auth/known-tenants.ts";
import { membersOf } from "../../middleware/audit.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { SettingsBody, SettingsResponse } from "../../schemas/tenant/settings.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/settings`;
const TAG = "Settings";

interface SettingsRouteParts {
  tenants: Tenants;
  knownTenants: KnownTenants;
  log: Logger;
  now: Now;
}

/** Returns the effective settings of a store as JSON, each with its source. */
async function present(tenants: Tenants, storeKey: string): Promise<string> {
  const tenant = await tenants.findFor(storeKey);
  if (!tenant) throw notFound("tenant");
  return JSON.stringify({
    ...tenant.settings,
    sources: readSources(tenant.storedSettings, storeOf(storeKey)),
  });
}

const getSettings = ({ tenants }: SettingsRouteParts): ApiRoute =>
  route({
    operation: "getSettings",
    method: "get",
    paths: [PATH],
    tag: TAG,
    summary: "Get the tenant's settings",
    description: "The effective settings, with defaults for settings that were not set.",
    scope: "settings:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The settings.", schema: SettingsResponse } },
    handle: async ({ session }) => presentRead(await present(tenants, session.storeKey)),
  });

const updateSettings = ({ tenants, knownTenants, log, now }: SettingsRouteParts): ApiRoute =>
  route({
    operation: "updateSettings",
    method: "put",
    paths: [PATH],
    tag: TAG,
    summary: "Change the tenant's settings",
    description:
      "Settings in the body are set, absent settings do not change, and null removes a value. A client that is bound to a store changes the settings of that store. Any other client changes the settings of the tenant, which apply to all stores without a value of their own. Changes take effect within two seconds.",
    scope: "settings:write",
    body: SettingsBody,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The settings after the change.", schema: SettingsResponse } },
    async changes({ session, body }) {
      const tenant = await tenants.findFor(session.storeKey);
      return tenant ? figureChanges(tenant.settings, body) : [];
    },
    async handle({ session, body }) {
      const { tenant, clientId: client, storeKey } = session;
      await tenants.setSettings(tenant.id, body, { store: storeOf(storeKey), now });
      log.info(
        { tenant: tenant.id, store: storeOf(storeKey), client, fields: membersOf(body) },
        "settings changed",
      );
      await knownTenants.refresh();
      return presentRead(await present(tenants, storeKey));
    },
  });

/**
 * Returns the routes of settings. A tenant's settings apply to all its stores; a store's own settings override them. A
 * client that is bound to a store changes the settings of this store, any other client those of the tenant.
 */
export const settingsRoutes = (parts: SettingsRouteParts): ApiRoute[] => [
  getSettings(parts),
  updateSettings(parts),
];
