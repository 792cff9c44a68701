import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { type HashFields, replaceFields } from "../redis/structures/replace-fields.ts";
import { readTenant } from "./read-tenant.ts";
import { NoTenant, type Tenant, TENANT_ID } from "./tenant.ts";

/** Changes of a tenant's record. */
export interface TenantChanges {
  /** The new texts of its fields; undefined removes a field. */
  changes: HashFields;
  /** Names of the fields that the changes were made from. */
  dependsOn?: readonly string[];
}

/**
 * Changes fields of a tenant's record, and raises the version of all tenants, in one step. `change` returns the changes
 * for the tenant as it is stored. It is called again if a field that the changes depend on was changed in the meantime.
 *
 * @throws {NoTenant} also if the tenant is deleted in the meantime
 */
export async function changeTenant(
  redis: Redis,
  keys: Keys,
  id: string,
  change: (tenant: Tenant) => TenantChanges | Promise<TenantChanges>,
): Promise<void> {
  const hash = keys.tenant(id);
  for (;;) {
    const fields = TENANT_ID.test(id) ? await redis.hgetall(hash) : {};
    const tenant = readTenant(id, fields);
    if (!tenant) throw new NoTenant(id);
    const { changes, dependsOn = [] } = await change(tenant);
    if (Object.keys(changes).length === 0) return;
    const read = Object.fromEntries(["state", ...dependsOn].map((name) => [name, fields[name]]));
    if (await replaceFields(redis, { hash, version: keys.tenantsVersion }, read, changes)) return;
  }
}
