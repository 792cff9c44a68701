import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import { type Client, decodeClient } from "./client.ts";
import { NoTenant, TenantError } from "./tenant.ts";

/** Returns the refusal of a change of a client that does not exist. Perhaps its tenant does not exist either. */
export async function noClient(
  redis: Redis,
  keys: Keys,
  tenantId: string,
  clientId: string,
): Promise<TenantError> {
  const hasTenant = (await redis.exists(keys.tenant(tenantId))) === 1;
  return hasTenant ? new TenantError(`tenant ${tenantId} has no client ${clientId}`) : new NoTenant(tenantId);
}

/**
 * Replaces a client by the result of `change`, and raises the version of the tenants, in one step.
 *
 * @throws {TenantError} if there is no such client, or no such tenant
 */
export async function changeClient(
  redis: Redis,
  keys: Keys,
  { tenantId, clientId }: { tenantId: string; clientId: string },
  change: (client: Client) => Client,
): Promise<void> {
  const field = { hash: keys.clients(tenantId), field: clientId, version: keys.tenantsVersion };
  const changed = await changeField(redis, field, (text) =>
    text === undefined ? undefined : JSON.stringify(change(decodeClient(text))),
  );
  if (changed === undefined) throw await noClient(redis, keys, tenantId, clientId);
}
