import type { Redis } from "ioredis";
import type { Exports } from "../../store/exports/exports.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { sealingKeyOf, setSealingKey } from "../../store/secrets/sealing-key.ts";
import type { Vault } from "../../store/secrets/vault.ts";
import type { Shops } from "../../store/tenants/shops.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { Endpoints } from "../../store/webhooks/endpoints.ts";

interface SealSecretsDeps {
  redis: Redis;
  keys: Keys;
  tenants: Tenants;
  shops: Shops;
  endpoints: Endpoints;
  exports: Exports;
  vault: Vault;
}

/**
 * Seals all secrets with the current key that an earlier version has stored unsealed or that another key has sealed:
 * signing keys, webhook secrets, Shopify secrets and credentials of exports. Several processes can do it at the same time.
 * Resolves to whether another key was the current one before.
 */
export async function sealSecrets({
  redis,
  keys,
  tenants,
  shops,
  endpoints,
  exports,
  vault,
}: SealSecretsDeps): Promise<boolean> {
  for (const tenant of await tenants.list()) await tenants.sealSigningKeys(tenant);
  await shops.sealSecrets();
  for (const storeKey of await tenants.storeKeys()) await endpoints.sealSecrets(storeKey);
  await exports.sealSecrets();
  // Recorded last: until then, no process of the service starts without the key that some secrets still need.
  const isNewKey = (await sealingKeyOf(redis, keys)) !== vault.keyId;
  if (isNewKey) await setSealingKey(redis, keys, vault.keyId);
  return isNewKey;
}
