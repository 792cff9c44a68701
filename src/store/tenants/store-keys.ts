import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readTexts, repliesOf } from "../redis/replies.ts";
import { DEFAULT_STORE } from "./settings.ts";
import { storeOf, tenantOf } from "./tenant.ts";

/**
 * Records stores of existing tenants, so that their nightly work is done as long as the tenant exists, even if no
 * client is bound to them.
 */
export async function recordStores(redis: Redis, keys: Keys, storeKeys: Iterable<string>): Promise<void> {
  const wanted = [...new Set(storeKeys)];
  if (wanted.length === 0) return;
  const areThere = await redis.smismember(keys.tenants, ...wanted.map(tenantOf));
  const noting = redis.pipeline();
  for (const [i, storeKey] of wanted.entries())
    if (areThere[i] === 1) noting.sadd(keys.stores(tenantOf(storeKey)), storeOf(storeKey));
  await repliesOf(noting);
}

/**
 * Finds every `<tenant>/<store>` of the existing tenants, in order: the default stores, the stores that clients are
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
  const [catalogues = [], exporters = [], ...noted] = (await repliesOf(reading)).map(readTexts);
  const found = new Set(
    [...catalogues, ...exporters].filter((storeKey) => tenants.includes(tenantOf(storeKey))),
  );
  for (const [i, tenant] of tenants.entries()) {
    const bound = (await clientsOf(tenant)).map(({ store }) => store);
    for (const store of [DEFAULT_STORE, ...bound, ...(noted[i] ?? [])]) found.add(`${tenant}/${store}`);
  }
  return [...found].sort();
}
