import { randomUUID } from "node:crypto";
import { CompactSign, errors, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Logger } from "pino";
import { boundedCache } from "../../store/bounded-cache.ts";
import type { Layout } from "../../store/layout.ts";
import type { Owners } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import { SIGNING_ALGORITHM, type SigningKey } from "../../store/tenants/signing-key.ts";
import { inStore, storeOf, type Tenant, tenantOf } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { Scope } from "../scopes.ts";
import { claimsFor, decodeUnverified, permissionsOf } from "./claims.ts";
import { findHolder, scopesOf, type TokenHolder } from "./holder.ts";
import { KnownTenants } from "./known-tenants.ts";
import { type Shopper, SHOPPER_SCOPE, type ShopperSubject } from "./shopper.ts";

/** The only audience of the tokens. */
export const AUDIENCE = "wishlist-service";
const TOKEN_TYPE = "at+jwt";
const REQUIRED_CLAIMS = ["exp", "iat", "sub", "jti", "client_id", "tenant", "store", "gen"];
const MAX_SESSIONS = 20_000;
const MAX_TOKEN = 4096;
/** Maximum difference between two processes' readings of the clock of Redis, in seconds. */
const CLOCK_TOLERANCE_S = 5;
/** Lifetime of a shopper's token, in seconds. It is short because a browser has the token. */
const SHOPPER_TOKEN_S = 900;

/** The caller, according to a verified token. */
export interface Session {
  readonly tenant: Tenant;
  /** Id of the client, or of the owner who is signed in at the portal. */
  readonly clientId: string;
  readonly caller: "client" | "owner";
  /** The shopper of a shopper's token, which gives access to nothing else. */
  readonly shopper?: Shopper;
  /** `<tenant>/<store>`: the caller has access only to the data of this store. */
  readonly storeKey: string;
  readonly permissions: ReadonlySet<string>;
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number;
}

interface TokenSettings {
  /** Base address of the service, without a slash at the end. */
  publicUrl: string;
  tokenLifetimeSeconds: number;
  log: Logger;
  /** The clock of Redis, which all processes share. */
  now: Now;
  /** Finds the addresses of customers. Without it, there are no tokens for shoppers. */
  layout?: Layout;
  /** The owners who sign in at the portal. Without them, only clients have tokens. */
  owners?: Owners;
}

/** Additional data of a token for the portal. */
interface PortalToken {
  lifetimeSeconds: number;
  /** The session of the owner; the token becomes invalid when the session ends. */
  session: string;
}

interface CachedSession {
  session: Session;
  /** Version of the tenants at which the token was verified. */
  version: string;
}

/**
 * Issues access tokens (JWT as in RFC 9068) and verifies them. A verified token is cached until it expires or any
 * tenant changes; a change is noticed within `pollMs`.
 */
export class Sessions {
  readonly #tenants: Tenants;
  readonly #settings: TokenSettings;
  readonly #cache = boundedCache<CachedSession>(MAX_SESSIONS);
  readonly #known: KnownTenants;

  constructor(tenants: Tenants, settings: TokenSettings, pollMs = 1000) {
    this.#tenants = tenants;
    this.#settings = settings;
    this.#known = new KnownTenants(tenants, settings.log, pollMs);
  }

  /** Returns the address of a tenant's realm, which is the issuer of its tokens. */
  issuerOf(tenantId: string): string {
    return `${this.#settings.publicUrl}/auth/realms/${tenantId}`;
  }

  /** Checks whether tenants or clients have changed. */
  refresh(): Promise<void> {
    return this.#known.refresh();
  }

  close(): void {
    this.#known.close();
  }

  /** Issues a token with these `scopes` for a client, or for an owner at the portal. */
  async issue(
    tenant: Tenant,
    client: TokenHolder,
    scopes: readonly Scope[],
    portal?: PortalToken,
  ): Promise<string> {
    return this.#signed(
      tenant,
      {
        ...claimsFor(tenant, client),
        scope: scopes.join(" "),
        ...(portal && { sid: portal.session }),
      },
      {
        subject: client.id,
        lifetimeSeconds: portal?.lifetimeSeconds ?? this.#settings.tokenLifetimeSeconds,
      },
    );
  }

  /**
   * Issues a shopper's token at the request of a client (RFC 8693): `sub` is the customer or the guest's wishlist,
   * `act` the client. Resolves to the token and its lifetime.
   */
  async issueForShopper(
    tenant: Tenant,
    client: TokenHolder,
    { subject, isGuest }: ShopperSubject,
  ): Promise<{ token: string; lifetimeSeconds: number }> {
    const lifetimeSeconds = Math.min(SHOPPER_TOKEN_S, this.#settings.tokenLifetimeSeconds);
    const token = await this.#signed(
      tenant,
      {
        ...claimsFor(tenant, client),
        scope: SHOPPER_SCOPE,
        act: { sub: client.id },
        ...(isGuest && { guest: true }),
      },
      { subject, lifetimeSeconds },
    );
    return { token, lifetimeSeconds };
  }

  async #signed(
    tenant: Tenant,
    claims: JWTPayload,
    { subject, lifetimeSeconds }: { subject: string; lifetimeSeconds: number },
  ): Promise<string> {
    const { kid, privateJwk } = this.#tenants.signerOf(tenant);
    const now = Math.floor(this.#settings.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: TOKEN_TYPE })
      .setIssuer(this.issuerOf(tenant.id))
      .setAudience(AUDIENCE)
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .setJti(randomUUID())
      .sign(await importJWK(privateJwk, SIGNING_ALGORITHM));
  }

  /** Signs a fact as a JWS (RFC 7515), which others can verify with the public keys of the tenant's tokens. */
  async sign(tenant: Tenant, fact: object): Promise<string> {
    const { kid, privateJwk } = this.#tenants.signerOf(tenant);
    return new CompactSign(new TextEncoder().encode(JSON.stringify(fact)))
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: "receipt+jws" })
      .sign(await importJWK(privateJwk, SIGNING_ALGORITHM));
  }

  /**
   * Returns the session of a token that was verified before and is still valid; undefined if the token must be
   * verified.
   */
  recall(token: string): Session | undefined {
    const cached = this.#cache.get(token);
    const holds = cached?.version === this.#known.version && cached.session.expires > this.#settings.now();
    return holds ? cached.session : undefined;
  }

  /** Verifies a token and returns its session; undefined if the token is not valid. */
  async verify(token: string): Promise<Session | undefined> {
    const version = this.#known.version;
    const session = token.length <= MAX_TOKEN ? await this.#verify(token) : undefined;
    if (session) this.#cache.set(token, { session, version });
    return session;
  }

  async #verify(token: string): Promise<Session | undefined> {
    const claimed = decodeUnverified(token);
    if (!claimed) return undefined;
    const tenant = await this.#known.findWithKey(claimed.tenant, claimed.kid);
    const key = tenant?.signingKeys.find(({ kid }) => kid === claimed.kid);
    if (!tenant || !key) return undefined;
    const claims = await this.#claimsOf(token, tenant, key);
    if (claims?.["gen"] !== tenant.generation) return undefined;
    const { client_id: clientId, store, scope, exp = 0 } = claims;
    // The clock tolerance applies to tokens that seem to come from the future, not to expired ones.
    if (exp * 1000 <= this.#settings.now()) return undefined;
    if (typeof clientId !== "string" || typeof store !== "string") return undefined;
    const holder = await findHolder(
      { tenants: this.#tenants, ...this.#settings },
      { tenantId: tenant.id, id: clientId, store, session: claims["sid"] },
    );
    if (!holder || holder.disabled || holder.store !== store) return undefined;
    const storeKey = `${tenant.id}/${store}`;
    if (scope === SHOPPER_SCOPE) {
      const shopper = this.#shopperOf(storeKey, holder, claims);
      const known = { tenant: inStore(tenant, store), clientId, storeKey, expires: exp * 1000 };
      return shopper && { ...known, caller: "client", shopper, permissions: new Set([SHOPPER_SCOPE]) };
    }
    return {
      tenant: inStore(tenant, store),
      clientId,
      caller: claims["sid"] === undefined ? "client" : "owner",
      storeKey,
      permissions: permissionsOf(holder, scope),
      expires: exp * 1000,
    };
  }

  /** Returns the shopper of a token; undefined if the client may not exchange tokens any more. */
  #shopperOf(
    storeKey: string,
    holder: TokenHolder,
    { sub = "", sid, guest }: JWTPayload,
  ): Shopper | undefined {
    if (sid !== undefined || !scopesOf(holder).includes("tokens:exchange")) return undefined;
    if (guest === true) return { subject: sub };
    const customer = this.#settings.layout?.slotOfId(storeKey, sub);
    return customer && { subject: sub, customer };
  }

  /** Returns the claims of a token if this key has signed it, it is for this service, and it has not expired. */
  async #claimsOf(token: string, tenant: Tenant, key: SigningKey): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, await importJWK(key.publicJwk, SIGNING_ALGORITHM), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: this.issuerOf(tenant.id),
        requiredClaims: REQUIRED_CLAIMS,
        maxTokenAge: this.#settings.tokenLifetimeSeconds,
        // The clock that issued the token. The tolerance covers the difference between the readings of two processes.
        currentDate: new Date(this.#settings.now()),
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      // Compared here, because jose also accepts a list of audiences that contains this one.
      return payload.aud === AUDIENCE ? payload : undefined;
    } catch (err) {
      if (err instanceof errors.JOSEError) return undefined;
      throw err;
    }
  }

  /**
   * Returns the tenant of a store with the store's settings, as of the last {@link Sessions.refresh}; undefined if
   * there is none.
   */
  async tenantOf(storeKey: string): Promise<Tenant | undefined> {
    const tenant = await this.#known.find(tenantOf(storeKey));
    return tenant && inStore(tenant, storeOf(storeKey));
  }
}
