import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readTexts, repliesOf } from "../redis/replies.ts";
import { loadScript } from "../redis/script.ts";
import { LimitReached } from "../redis/structures/limited-hash.ts";
import { type Client, storesOf } from "./client.ts";
import { DEFAULT_STORE } from "./settings/settings.ts";
import { storeOf, tenantOf } from "./tenant.ts";

const admitStoreScript = loadScript("tenants/admit-store");

/**
 * Records stores of existing tenants, so that their nightly work is done as long as the tenant exists, even if no
 * client is bound to them.
 */
export async function recordStores(redis: Redis, keys: Keys, storeKeys: Iterable<string>): Promise<void> {
  const wanted = [...new Set(storeKeys)];
  if (wanted.length === 0) return;
  const areThere = await redis.smismember(keys.tenants, ...wanted.map(tenantOf));
  const writes = redis.pipeline();
  for (const [i, storeKey] of wanted.entries())
    if (areThere[i] === 1) writes.sadd(keys.stores(tenantOf(storeKey)), storeOf(storeKey));
  await repliesOf(writes);
}

/**
 * Finds the stores of a tenant: first the default store, then those to which its clients are bound, in the order of the
 * clients, and then the others that are recorded.
 */
export async function tenantStores(
  redis: Redis,
  keys: Keys,
  tenant: string,
  clients: readonly Client[],
): Promise<string[]> {
  const recorded = await redis.smembers(keys.stores(tenant));
  return [...new Set([...storesOf(clients), ...recorded.sort()])];
}

/** The stores of a tenant. */
export interface KnownStores {
  /** Their names. Stores of earlier versions are not recorded. */
  known: readonly string[];
  /** Maximum number of stores; undefined for no limit. */
  limit: number | undefined;
}

/**
 * Runs a creation that binds something to a store, and records the store. Stores keep their data after their last client,
 * so each store counts from then on. If the creation fails, a new store is not recorded.
 *
 * @throws {LimitReached} if the store is new, and the tenant already has `limit` stores
 */
export async function inAdmittedStore<T>(
  redis: Redis,
  keys: Keys,
  { storeKey, known, limit }: KnownStores & { storeKey: string },
  create: () => Promise<T>,
): Promise<T> {
  const [stores, store] = [keys.stores(tenantOf(storeKey)), storeOf(storeKey)];
  const args = [store, (limit ?? 0).toString(), ...known];
  const outcome = await admitStoreScript.run(redis, [stores], args);
  if (outcome === -1) throw new LimitReached(limit ?? 0, "stores");
  try {
    return await create();
  } catch (err) {
    // Another creation may have used the store since: its client then counts.
    if (outcome === 1) await redis.srem(stores, store);
    throw err;
  }
}

/**
 * Finds every `<tenant>/<store>` of the existing tenants, in order: the default stores, the stores to which clients are
 * bound, and the stores that are recorded or have exports or a catalogue.
 */
export async function storeKeysOf(
  redis: Redis,
  keys: Keys,
  clientsOf: (tenant: string) => Promise<readonly { store: string }[]>,
): Promise<string[]> {
  const tenants = await redis.smembers(keys.tenants);
  const reading = redis.pipeline().smembers(keys.catalogues).smembers(keys.exporters);
  for (const tenant of tenants) reading.smembers(keys.stores(tenant));
  const [catalogues = [], exporters = [], ...recorded] = (await repliesOf(reading)).map(readTexts);
  const found = new Set(
    [...catalogues, ...exporters].filter((storeKey) => tenants.includes(tenantOf(storeKey))),
  );
  for (const [i, tenant] of tenants.entries()) {
    const bound = (await clientsOf(tenant)).map(({ store }) => store);
    for (const store of [DEFAULT_STORE, ...bound, ...(recorded[i] ?? [])]) found.add(`${tenant}/${store}`);
  }
  return [...found].sort();
}
