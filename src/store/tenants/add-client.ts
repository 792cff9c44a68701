import type { Redis } from "ioredis";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { addRecord } from "../redis/structures/limited-hash.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import { expiring } from "../secrets/stored-secret.ts";
import { type Client, type Credentials, decodeClient, type newClient, newClientId } from "./client.ts";
import { inAdmittedStore, tenantStores } from "./store-keys.ts";

/** Maximum number of clients of one tenant. */
const MAX_CLIENTS = 200;

interface AddOptions {
  /** The tenant's clients. */
  clients: readonly Client[];
  /** Maximum number of the tenant's stores; undefined for no limit. */
  maxStores: number | undefined;
  /** Identifies the request, also if it is repeated. */
  repeatKey: string | undefined;
  /** The store's clock, in milliseconds since 1970. */
  now: number;
}

/**
 * Adds a new client to a tenant, and raises the version of the tenants. If an earlier attempt of the same request has
 * created the client, the client gets a new secret: only hashes of secrets are stored, so the first one cannot be shown
 * again. The caller may have got it nevertheless, so it stays valid for a day, as after a rotation. Resolves to the
 * credentials of the client.
 *
 * @throws {LimitReached} if the tenant already has {@link MAX_CLIENTS}, or the maximum number of stores and the client
 * is of another one
 */
export async function addClient(
  redis: Redis,
  keys: Keys,
  { client, credentials }: ReturnType<typeof newClient>,
  { clients, maxStores, repeatKey, now }: AddOptions,
): Promise<Credentials> {
  const { tenantId } = credentials;
  const hash = keys.clients(tenantId);
  const version = keys.tenantsVersion;
  const make = (key: string | undefined) => ({ ...client, id: newClientId(tenantId, key) });
  const add = () =>
    addRecord(redis, { hash, version, limit: MAX_CLIENTS }, repeatKey, { make, decode: decodeClient });
  const storeKey = `${tenantId}/${client.store}`;
  const stores = { known: await tenantStores(redis, keys, tenantId, clients), limit: maxStores };
  const { record, isNew } = await inAdmittedStore(redis, keys, { ...stores, storeKey }, add);
  if (!isNew)
    await changeField(redis, { hash, field: record.id, version }, (text) => {
      if (text === undefined) return undefined;
      const known = decodeClient(text);
      const secrets = [...client.secrets, ...expiring(known.secrets, now, DAY_MS)];
      return JSON.stringify({ ...known, secrets });
    });
  return { ...credentials, clientId: record.id };
}
