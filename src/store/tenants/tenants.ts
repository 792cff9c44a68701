import { randomBytes } from "node:crypto";
import type { ChainableCommander, Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny } from "../records/decode.ts";
import { oldestFirst } from "../records/oldest-first.ts";
import { decodeFields, doOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { type Now, storeTime } from "../redis/clock.ts";
import { repliesOf } from "../redis/replies.ts";
import { loadScript } from "../redis/script.ts";
import { type Budget, budgetFields, BUDGETS } from "../redis/structures/budgets.ts";
import { expiring } from "../secrets/stored-secret.ts";
import type { Vault } from "../secrets/vault.ts";
import { addClient } from "./add-client.ts";
import { changeClient, noClient } from "./change-client.ts";
import { changeTenant } from "./change-tenant.ts";
import { type Client, type Credentials, decodeClient, hashOf, newClient } from "./client.ts";
import { readTenant } from "./read-tenant.ts";
import { datedFields } from "./settings/dated-settings.ts";
import { DEFAULT_STORE, type SettingChanges } from "./settings/settings.ts";
import { settingChanges } from "./settings/stored-settings.ts";
import {
  newSigningKey,
  privateKeyOf,
  renewedSigningKey,
  type Signer,
  type SigningKey,
} from "./signing-key.ts";
import { storeKeysOf, tenantStores } from "./store-keys.ts";
import {
  inStore,
  NoTenant,
  requireTenantId,
  storeOf,
  type Tenant,
  TENANT_ID,
  TenantExists,
  tenantOf,
} from "./tenant.ts";

const createTenantScript = loadScript("tenants/create-tenant");
const deleteClientScript = loadScript("tenants/delete-client");

const MAX_SIGNING_KEYS = 5;

/** Tenants and their client credentials. Every change raises a version, so that caches notice it within seconds. */
export class Tenants {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #vault: Vault | undefined;
  readonly #onUndecodable: OnUndecodable;
  readonly #now: Now;

  /** Without a vault, new signing keys are stored in clear text until {@link sealSigningKeys}. */
  constructor(
    redis: Redis,
    keys: Keys,
    vault?: Vault,
    onUndecodable: OnUndecodable = refuseUndecodable,
    now: Now = Date.now,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#vault = vault;
    this.#onUndecodable = onUndecodable;
    this.#now = now;
  }

  /** Reads the version, which changes with every change of any tenant or client. */
  async version(): Promise<string> {
    return (await this.#redis.get(this.#keys.tenantsVersion)) ?? "0";
  }

  /** Reads the ids of all tenants. */
  ids(): Promise<string[]> {
    return this.#redis.smembers(this.#keys.tenants);
  }

  async list(): Promise<Tenant[]> {
    const find = (id: string) => doOrSkip(this.find.bind(this, id), () => ({ id }), this.#onUndecodable);
    const tenants = await Promise.all((await this.ids()).sort().map(find));
    return tenants.filter((tenant) => tenant !== undefined);
  }

  /** Finds every existing `<tenant>/<store>`. */
  async storeKeys(): Promise<string[]> {
    return storeKeysOf(this.#redis, this.#keys, this.clients.bind(this));
  }

  async find(id: string): Promise<Tenant | undefined> {
    if (!TENANT_ID.test(id)) return undefined;
    return readTenant(id, await this.#redis.hgetall(this.#keys.tenant(id)));
  }

  /** Finds the tenant of a `<tenant>/<store>`, with the settings of that store. */
  async findFor(storeKey: string): Promise<Tenant | undefined> {
    const tenant = await this.find(tenantOf(storeKey));
    return tenant && inStore(tenant, storeOf(storeKey));
  }

  async #mustFind(id: string): Promise<Tenant> {
    const tenant = await this.find(id);
    if (!tenant) throw new NoTenant(id);
    return tenant;
  }

  async clients(tenantId: string): Promise<Client[]> {
    const fields = await this.#redis.hgetall(this.#keys.clients(tenantId));
    const clients = decodeFields(decodeClient, fields, { storeKey: tenantId }, this.#onUndecodable);
    return clients.sort(oldestFirst);
  }

  /** Finds the stores of a tenant, also those without clients: see {@link tenantStores}. */
  async stores(tenantId: string): Promise<string[]> {
    return tenantStores(this.#redis, this.#keys, tenantId, await this.clients(tenantId));
  }

  async findClient(tenantId: string, clientId: string): Promise<Client | undefined> {
    const text = await this.#redis.hget(this.#keys.clients(tenantId), clientId);
    return decodeIfAny(decodeClient, text);
  }

  /** Makes changes and raises the version in one transaction. */
  async #change(changes: (multi: ChainableCommander) => ChainableCommander): Promise<void> {
    await repliesOf(changes(this.#redis.multi()).incr(this.#keys.tenantsVersion));
  }

  /**
   * Registers a tenant with its first client, bound to `store` if given.
   *
   * @throws {InvalidValue} if no tenant can have this id
   * @throws {TenantExists}
   */
  async create(id: string, { store }: { store?: string } = {}): Promise<Credentials> {
    requireTenantId(id);
    const { client, credentials } = newClient(id, store === undefined ? {} : { store }, this.#now());
    const fields = {
      state: "active",
      createdTime: client.createdTime,
      generation: "0",
      notBefore: "0",
      signingKeys: JSON.stringify([await newSigningKey(id, this.#vault, this.#now())]),
    };
    const keys = [
      this.#keys.tenant(id),
      this.#keys.clients(id),
      this.#keys.tenants,
      this.#keys.tenantsVersion,
    ];
    const args = [id, client.id, JSON.stringify(client), ...Object.entries(fields).flat()];
    if ((await createTenantScript.run(this.#redis, keys, args)) === 0) throw new TenantExists(id);
    return credentials;
  }

  async setState(id: string, state: Tenant["state"]): Promise<void> {
    await changeTenant(this.#redis, this.#keys, id, () => ({ changes: { state } }));
  }

  /**
   * Changes the settings of a tenant, or of one of its stores. An undefined setting stays unchanged; a rate limit or
   * budget of 0 is reset to the default.
   *
   * @param now time of the change; by default the store's time
   */
  async setSettings(
    id: string,
    {
      rateLimit,
      budgets = {},
      ...settings
    }: SettingChanges & { rateLimit?: number; budgets?: Partial<Record<Budget, number>> },
    { store = DEFAULT_STORE, now }: { store?: string; now?: Now } = {},
  ): Promise<void> {
    const { set, cleared } = settingChanges(settings, store);
    const removed = Object.fromEntries(cleared.map((name) => [name, undefined]));
    const limits = {
      ...(rateLimit === undefined ? {} : { rateLimit: rateLimit === 0 ? "" : rateLimit.toString() }),
      ...budgetFields(budgets),
    };
    await changeTenant(this.#redis, this.#keys, id, async ({ storedSettings }) => {
      const time = now?.() ?? (await storeTime(this.#redis, this.#keys));
      const { dated, dependsOn } = datedFields(settings, storedSettings, store, new Date(time).toISOString());
      return { changes: { ...limits, ...set, ...removed, ...dated }, dependsOn };
    });
  }

  /** Revokes all tokens of a tenant. Resolves to the time of the revocation, in seconds since 1970. */
  async revokeTokens(id: string): Promise<number> {
    const notBefore = Math.floor(this.#now() / 1000);
    await changeTenant(this.#redis, this.#keys, id, ({ generation }) => ({
      changes: { generation: (generation + 1).toString(), notBefore: notBefore.toString() },
      dependsOn: ["generation"],
    }));
    return notBefore;
  }

  /** Makes a new key, which signs from now on; the older keys still verify. Resolves to the id of the new key. */
  async rotateSigningKey(id: string): Promise<string> {
    await this.#mustFind(id);
    const key = await newSigningKey(id, this.#vault, this.#now());
    await this.#changeSigningKeys(id, (keys) => [key, ...this.#renewed(id, keys)].slice(0, MAX_SIGNING_KEYS));
    return key.kid;
  }

  /** Returns the key that signs a tenant's tokens. @throws {Unsealable} if this process lacks the key that sealed it */
  signerOf({ id, signingKeys: [key] }: Tenant): Signer {
    if (!key) throw new Error(`tenant ${id} has no signing key`);
    return { kid: key.kid, privateJwk: privateKeyOf(id, key, this.#vault) };
  }

  #renewed(id: string, keys: SigningKey[]): SigningKey[] {
    return keys.map((key) => renewedSigningKey(id, key, this.#vault));
  }

  /**
   * Seals the signing keys of a tenant that are not sealed with the current key. Several processes may do this at once.
   */
  async sealSigningKeys({ id, signingKeys }: Tenant): Promise<void> {
    if (this.#renewed(id, signingKeys).every((key, i) => key === signingKeys[i])) return;
    await this.#changeSigningKeys(id, (keys) => this.#renewed(id, keys));
  }

  #changeSigningKeys(id: string, change: (keys: SigningKey[]) => SigningKey[]): Promise<void> {
    return changeTenant(this.#redis, this.#keys, id, ({ signingKeys }) => ({
      changes: { signingKeys: JSON.stringify(change(signingKeys)) },
      dependsOn: ["signingKeys"],
    }));
  }

  /**
   * Creates a client of a tenant, see {@link addClient}.
   * @throws {TenantError} if there is no such tenant, or the name of the store is invalid
   * @throws {LimitReached} if the tenant has the maximum number of clients, or of stores and this store is new
   */
  async createClient(
    tenantId: string,
    { maxStores, ...options }: { store?: string; scopes?: string[]; maxStores?: number | undefined },
    repeatKey?: string,
  ): Promise<Credentials> {
    await this.#mustFind(tenantId);
    const created = newClient(tenantId, options, this.#now());
    const clients = await this.clients(tenantId);
    return addClient(this.#redis, this.#keys, created, { clients, maxStores, repeatKey, now: this.#now() });
  }

  /** Gives a client a new secret. Its current secret stays valid for `overlapSeconds`. */
  async rotateSecret(tenantId: string, clientId: string, overlapSeconds: number): Promise<Credentials> {
    const clientSecret = randomBytes(32).toString("base64url");
    const now = this.#now();
    const secret = { hash: hashOf(clientSecret).toString("base64url") };
    await changeClient(this.#redis, this.#keys, { tenantId, clientId }, (client) => ({
      ...client,
      secrets: [secret, ...expiring(client.secrets, now, overlapSeconds * 1000)],
    }));
    return { tenantId, clientId, clientSecret };
  }

  /**
   * Changes a client in one step. Its tokens lose the scopes that it no longer has, and are refused while it is
   * disabled.
   *
   * @throws {TenantError} if there is no such client, or no such tenant
   */
  async setClient(
    tenantId: string,
    clientId: string,
    changes: Partial<Pick<Client, "scopes" | "disabled">>,
  ): Promise<void> {
    const address = { tenantId, clientId };
    await changeClient(this.#redis, this.#keys, address, (client) => ({ ...client, ...changes }));
  }

  /**
   * Deletes a client; its tokens are revoked.
   *
   * @throws {TenantError} if there is no such client, or no such tenant
   */
  async deleteClient(tenantId: string, clientId: string): Promise<void> {
    const client = await this.findClient(tenantId, clientId);
    const keys = [this.#keys.clients(tenantId), this.#keys.stores(tenantId), this.#keys.tenantsVersion];
    const isDeleted =
      client && (await deleteClientScript.run(this.#redis, keys, [clientId, client.store])) === 1;
    if (!isDeleted) throw await noClient(this.#redis, this.#keys, tenantId, clientId);
  }

  /** Deletes the record of a tenant, and its clients. This ends its deletion: all other data is found by the record. */
  async forget(id: string): Promise<void> {
    const budgets = BUDGETS.map((name) => this.#keys.allowance(name, id));
    await this.#redis.del(this.#keys.openUploads(id), ...budgets);
    await this.#change((multi) =>
      multi
        .del(this.#keys.clients(id), this.#keys.tenant(id), this.#keys.stores(id))
        .del(this.#keys.audit(id), this.#keys.auditOutcomes(id))
        .srem(this.#keys.tenants, id),
    );
  }
}
