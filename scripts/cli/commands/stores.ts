import type { Client } from "../../../src/store/tenants/client.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { tenantStores } from "../../../src/store/tenants/store-keys.ts";
import { storeOf, tenantOf } from "../../../src/store/tenants/tenant.ts";
import { type CliContext, CliError, storeKeyOf } from "../command.ts";

type StoresContext = Pick<CliContext, "redis" | "keys">;
type Shop = Awaited<ReturnType<Shops["list"]>>[number];

/** Returns the stores of a tenant with these clients, in order, and its Shopify shops. */
export async function storesAndShops(
  { redis, keys }: StoresContext,
  tenant: string,
  clients: readonly Client[],
): Promise<{ stores: string[]; shops: Shop[] }> {
  const all = await new Shops(redis, keys).list();
  const shops = all.filter(({ storeKey }) => tenantOf(storeKey) === tenant);
  const known = await tenantStores(redis, keys, tenant, clients);
  const stores = new Set([...known, ...shops.map(({ storeKey }) => storeOf(storeKey))]);
  return { stores: [...stores].sort(), shops };
}

/**
 * Returns the `<tenant>/<store>` of an existing store.
 *
 * @throws {CliError} if there is no such tenant, or it has no such store
 * @throws {UsageError} if no store can have this name
 */
export async function existingStoreKeyOf(
  context: CliContext,
  tenant: string,
  store: unknown,
): Promise<string> {
  const storeKey = await storeKeyOf(context, tenant, store);
  const { stores } = await storesAndShops(context, tenant, await context.tenants.clients(tenant));
  if (!stores.includes(storeOf(storeKey)))
    throw new CliError(`tenant ${tenant} has no store ${storeOf(storeKey)}`);
  return storeKey;
}
