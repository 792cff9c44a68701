import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { ownValue } from "../../collections/own-value.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny } from "../records/decode.ts";
import { oldestFirst } from "../records/oldest-first.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { storeTime } from "../redis/clock.ts";
import { loadScript } from "../redis/script.ts";
import { addField, LimitReached } from "../redis/structures/limited-hash.ts";
import { changeField, replaceFields } from "../redis/structures/replace-fields.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import { InvalidValue, NoTenant, TenantError } from "../tenants/tenant.ts";
import { LastOwner, NoOwner, OutdatedCheck, OwnerExists } from "./owner-errors.ts";
import { decodeOwner, type Owner, type OwnerRole, type SignedInOwner } from "./owner.ts";
import { hashPassword, newPassword, PASSWORD_COST, type PasswordCost } from "./password.ts";

const raiseVersionScript = loadScript("structures/raise-version");

const MAX_OWNERS = 100;
/** Maximum number of browsers of a signed-in owner; a new one signs out the oldest. */
const MAX_SESSIONS = 10;
const MAX_EMAIL = 254;
/** The classes refuse white space, control characters, and characters that change the direction of a text. */
const EMAIL = /^[^\p{C}\p{Z}@<>"]+@[^\p{C}\p{Z}@<>"]+\.[^\p{C}\p{Z}@<>".]+$/u;

const digestOfText = (text: string) => createHash("sha256").update(text).digest("base64url");
const ownerId = (tenant: string, email: string) =>
  `owner-${digestOfText(`${tenant}\0${email}`).slice(0, 16)}`;

/** Returns an e-mail address as it is stored and compared. */
export const normalEmail = (email: string) => email.trim().normalize("NFC").toLowerCase();

/**
 * The owners of tenants, with their sessions. All owners of a tenant are in one hash. The tenants where an e-mail
 * address can sign in are in a separate set, which may contain tenants without such an owner.
 */
export class Owners {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #cost: PasswordCost;
  readonly #onUndecodable: OnUndecodable;

  /** @param cost the cost of comparing new passwords; a stored password keeps its cost */
  constructor(
    redis: Redis,
    keys: Keys,
    cost = PASSWORD_COST,
    onUndecodable: OnUndecodable = refuseUndecodable,
  ) {
    this.#onUndecodable = onUndecodable;
    this.#redis = redis;
    this.#keys = keys;
    this.#cost = cost;
  }

  #tenantsOf(email: string): string {
    return this.#keys.ownerTenants(digestOfText(email));
  }

  /**
   * Adds an owner. Resolves to the owner and the password, which is shown only once.
   *
   * @throws {TenantError}
   */
  async create(
    tenantId: string,
    address: string,
    { role = "owner", isTemporary = false }: { role?: OwnerRole; isTemporary?: boolean } = {},
  ): Promise<{ owner: Owner; password: string }> {
    const email = normalEmail(address);
    if (email.length > MAX_EMAIL || !EMAIL.test(email))
      throw new InvalidValue("the e-mail address is not valid");
    if ((await this.#redis.exists(this.#keys.tenant(tenantId))) === 0) throw new NoTenant(tenantId);
    const password = newPassword();
    const owner: Owner = {
      id: ownerId(tenantId, email),
      email,
      role,
      password: await hashPassword(password, this.#cost),
      isTemporary,
      sessions: [],
      createdTime: new Date(await storeTime(this.#redis, this.#keys)).toISOString(),
    };
    // This is written first, because it has no effect without the owner.
    await this.#redis.sadd(this.#tenantsOf(email), tenantId);
    const hash = { hash: this.#keys.owners(tenantId), limit: MAX_OWNERS };
    const existing = await addField(this.#redis, hash, owner.id, JSON.stringify(owner)).catch(
      (err: unknown) => {
        if (err instanceof LimitReached) throw new TenantError(`a tenant can have ${MAX_OWNERS} owners`);
        throw err;
      },
    );
    if (existing !== undefined) throw new OwnerExists(tenantId, email);
    // A deletion of the former owner with this address may have removed the tenant meanwhile.
    await this.#redis.sadd(this.#tenantsOf(email), tenantId);
    return { owner, password };
  }

  /** Lists the owners of a tenant, the oldest first. */
  async list(tenantId: string): Promise<Owner[]> {
    const fields = await this.#redis.hgetall(this.#keys.owners(tenantId));
    const owners = decodeFields(decodeOwner, fields, { storeKey: tenantId }, this.#onUndecodable);
    return owners.sort(oldestFirst);
  }

  async find(tenantId: string, id: string): Promise<Owner | undefined> {
    return decodeIfAny(decodeOwner, await this.#redis.hget(this.#keys.owners(tenantId), id));
  }

  /** Finds all owners with an e-mail address: the same person may be an owner of several tenants. */
  async withEmail(address: string): Promise<{ tenantId: string; owner: Owner }[]> {
    const email = normalEmail(address);
    const tenantIds = (await this.#redis.smembers(this.#tenantsOf(email))).sort();
    const found = await Promise.all(
      tenantIds.map(async (tenantId) => ({
        tenantId,
        owner: await this.find(tenantId, ownerId(tenantId, email)),
      })),
    );
    return found.flatMap(({ tenantId, owner }) => (owner ? [{ tenantId, owner }] : []));
  }

  async #change(tenantId: string, id: string, change: (owner: Owner) => Owner): Promise<void> {
    await changeField(this.#redis, { hash: this.#keys.owners(tenantId), field: id }, (text) => {
      if (text === undefined) throw new NoOwner(tenantId, id);
      return JSON.stringify(change(decodeOwner(text)));
    });
  }

  /**
   * Starts a session of `lifetimeMs` for an owner whose password was compared. Resolves to the value of its cookie.
   *
   * @throws {NoOwner} if the owner was deleted meanwhile
   * @throws {OutdatedCheck} if the owner has another password meanwhile
   */
  async signIn(tenantId: string, { id, password }: Owner, now: number, lifetimeMs: number): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    const session = { digest: digestOfText(secret), expires: now + lifetimeMs };
    await this.#change(tenantId, id, (owner) => {
      if (owner.password !== password) throw new OutdatedCheck(tenantId, id);
      return {
        ...owner,
        sessions: [session, ...owner.sessions.filter(({ expires }) => expires > now)].slice(0, MAX_SESSIONS),
        lastSignInTime: new Date(now).toISOString(),
      };
    });
    return `${tenantId}.${id}.${secret}`;
  }

  /** Finds the owner and the session of a cookie; undefined if it is not valid (any more). */
  async ofCookie(cookie: string, now: number): Promise<SignedInOwner | undefined> {
    const [tenantId = "", id = "", secret = "", extra] = cookie.split(".");
    if (secret === "" || extra !== undefined) return undefined;
    const digest = digestOfText(secret);
    const owner = await this.find(tenantId, id);
    return owner && this.#isSignedIn(owner, digest, now) ? { tenantId, owner, digest } : undefined;
  }

  #isSignedIn({ sessions }: Owner, digest: string, now: number): boolean {
    return sessions.some((session) => isSameSecret(session.digest, digest) && session.expires > now);
  }

  /** Finds the owner of a session; undefined if the session has ended. */
  async ofSession(tenantId: string, id: string, digest: string, now: number): Promise<Owner | undefined> {
    const owner = await this.find(tenantId, id);
    return owner && this.#isSignedIn(owner, digest, now) ? owner : undefined;
  }

  /** Makes every process check again whether an owner's tokens are still valid. */
  async #revoke(): Promise<void> {
    await raiseVersionScript.run(this.#redis, [this.#keys.tenantsVersion], []);
  }

  /**
   * Ends one session of an owner, or all sessions if `digest` is absent. Their tokens are refused within seconds.
   *
   * @throws {NoOwner}
   */
  async signOut(tenantId: string, id: string, digest?: string): Promise<void> {
    await this.#change(tenantId, id, (owner) => ({
      ...owner,
      sessions: digest === undefined ? [] : owner.sessions.filter((session) => session.digest !== digest),
    }));
    await this.#revoke();
  }

  /**
   * Changes the own password of an owner whose former one was compared, and ends all sessions but the own one.
   *
   * @throws {NoOwner} if the owner was deleted meanwhile
   * @throws {OutdatedCheck} if the own session has ended meanwhile, or if the owner has another password
   */
  async setPassword(
    { tenantId, owner: { id, password }, digest }: SignedInOwner,
    next: string,
  ): Promise<void> {
    const hash = await hashPassword(next, this.#cost);
    await this.#change(tenantId, id, (owner) => {
      const sessions = owner.sessions.filter((session) => session.digest === digest);
      if (owner.password !== password || sessions.length === 0) throw new OutdatedCheck(tenantId, id);
      return { ...owner, password: hash, isTemporary: false, sessions };
    });
    await this.#revoke();
  }

  /**
   * Gives an owner a one-time password, which is shown only once, and ends all sessions.
   *
   * @throws {NoOwner}
   * @throws {LastOwner} with `keepsLast`, if no other owner has a password of their own
   */
  async resetPassword(tenantId: string, id: string, { keepsLast = false } = {}): Promise<string> {
    const password = newPassword();
    const hash = await hashPassword(password, this.#cost);
    const reset = (owner: Owner): Owner => ({ ...owner, password: hash, isTemporary: true, sessions: [] });
    if (keepsLast) await this.#changeBesideOther(tenantId, id, reset);
    else await this.#change(tenantId, id, reset);
    await this.#revoke();
    return password;
  }

  /**
   * Replaces an owner, or deletes it if the result of `change` is undefined, while another one remains who has the role
   * `owner` and a password of their own.
   *
   * @throws {NoOwner}
   * @throws {LastOwner}
   */
  async #changeBesideOther(
    tenantId: string,
    id: string,
    change: (owner: Owner) => Owner | undefined,
  ): Promise<void> {
    const hash = this.#keys.owners(tenantId);
    for (;;) {
      const fields = await this.#redis.hgetall(hash);
      const before = ownValue(fields, id);
      if (before === undefined) throw new NoOwner(tenantId, id);
      const all = decodeFields(decodeOwner, fields, { storeKey: tenantId }, this.#onUndecodable);
      const other = all.find((each) => each.id !== id && each.role === "owner" && !each.isTemporary);
      if (!other) throw new LastOwner(tenantId);
      const after = change(decodeOwner(before));
      const read = { [id]: before, [other.id]: fields[other.id] };
      if (await replaceFields(this.#redis, { hash }, read, { [id]: after && JSON.stringify(after) })) return;
    }
  }

  /**
   * Gives an owner another role.
   *
   * @throws {NoOwner}
   * @throws {LastOwner} if no other owner would remain who has a password of their own
   */
  async setRole(tenantId: string, id: string, role: OwnerRole): Promise<void> {
    await this.#changeBesideOther(tenantId, id, (owner) => ({ ...owner, role }));
    await this.#revoke();
  }

  /**
   * Deletes an owner with all sessions.
   *
   * @throws {NoOwner}
   * @throws {LastOwner} with `keepsLast`, if no other owner would remain who has a password of their own
   */
  async delete(tenantId: string, id: string, { keepsLast = false } = {}): Promise<void> {
    const owner = await this.find(tenantId, id);
    const isGone = !owner || (!keepsLast && (await this.#redis.hdel(this.#keys.owners(tenantId), id)) === 0);
    if (isGone) {
      // Another deletion may have been interrupted before this.
      await this.#revoke();
      throw new NoOwner(tenantId, id);
    }
    if (keepsLast) await this.#changeBesideOther(tenantId, id, () => undefined);
    await this.#redis.srem(this.#tenantsOf(owner.email), tenantId);
    // The owner may have been created again before the removal. A later creation adds the tenant itself.
    if ((await this.#redis.hexists(this.#keys.owners(tenantId), id)) === 1)
      await this.#redis.sadd(this.#tenantsOf(owner.email), tenantId);
    await this.#revoke();
  }

  /** Deletes all owners of a tenant, for its deletion. */
  async forget(tenantId: string): Promise<void> {
    for (const { email } of await this.list(tenantId))
      await this.#redis.srem(this.#tenantsOf(email), tenantId);
    await this.#redis.del(this.#keys.owners(tenantId));
  }
}
