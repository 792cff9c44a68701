import type { Redis } from "ioredis";
import { addRecord } from "../redis/structures/limited-hash.ts";
import { changeField } from "../redis/structures/replace-field.ts";
import { type Credentials, decodeClient, type newClient, newClientId } from "./client.ts";

/** Maximum number of clients of one tenant. */
const MAX_CLIENTS = 200;

/**
 * Adds a new client to a tenant, and raises the version of the tenants. If an earlier attempt of the same request has
 * created the client, the client gets this secret too: only hashes of secrets are stored, so the first one cannot be
 * shown again. Resolves to the credentials of the client.
 *
 * @throws {LimitReached} if the tenant already has {@link MAX_CLIENTS}
 */
export async function addClient(
  redis: Redis,
  { hash, version }: { hash: string; version: string },
  { client, credentials }: ReturnType<typeof newClient>,
  repeatKey: string | undefined,
): Promise<Credentials> {
  const { tenantId } = credentials;
  const make = (key: string | undefined) => ({ ...client, id: newClientId(tenantId, key) });
  const clients = { hash, version, limit: MAX_CLIENTS };
  const { record, isNew } = await addRecord(redis, clients, repeatKey, { make, decode: decodeClient });
  if (!isNew)
    await changeField(redis, { hash, field: record.id, version }, (text) => {
      if (text === undefined) return undefined;
      const known = decodeClient(text);
      return JSON.stringify({ ...known, secrets: [...client.secrets, ...known.secrets] });
    });
  return { ...credentials, clientId: record.id };
}
