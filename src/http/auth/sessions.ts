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
import { claimsFor, permissionsOf, whatItClaims } from "./claims.ts";
import { findHolder, scopesOf, type TokenHolder } from "./holder.ts";
import { KnownTenants } from "./known-tenants.ts";
import { type Shopper, SHOPPER_SCOPE, type ShopperSubject } from "./shopper.ts";

/** The one audience of our tokens. */
export const AUDIENCE = "wishlist-service";
const TOKEN_TYPE = "at+jwt";
const REQUIRED_CLAIMS = ["exp", "iat", "sub", "jti", "client_id", "tenant", "store", "gen"];
const MAX_SESSIONS = 20_000;
const MAX_TOKEN = 4096;
/** What two processes may know differently of the store's clock, in seconds. */
const CLOCK_TOLERANCE_S = 5;
/** Lifetime of a token for a shopper, in seconds: a browser has it. */
const SHOPPER_TOKEN_S = 900;

/** Who is calling, as a verified token says. */
export interface Session {
  readonly tenant: Tenant;
  /** Id of the client, or of the owner who is signed in at the portal. */
  readonly clientId: string;
  readonly caller: "client" | "owner";
  /** Whom a token for a shopper is for: it sees and changes nothing else. */
  readonly shopper?: Shopper;
  /** `<tenant>/<store>`: the caller sees only the data in it. */
  readonly storeKey: string;
  readonly permissions: ReadonlySet<string>;
  /** When the token ends, in milliseconds since 1970. */
  readonly expires: number;
}

interface TokenSettings {
  /** Base address of the service, without a slash at its end. */
  publicUrl: string;
  tokenLifetimeSeconds: number;
  log: Logger;
  /** The store's clock, which all processes share. */
  now: Now;
  /** Where customers are: without it, there are no tokens for shoppers. */
  layout?: Layout;
  /** Owners that sign in at the portal; without them, only clients have tokens. */
  owners?: Owners;
}

/** What is special about a token of the portal. */
interface PortalToken {
  lifetimeSeconds: number;
  /** Session of the owner: the token is worth nothing when it is over. */
  session: string;
}

interface CachedSession {
  session: Session;
  /** Version of the tenants under which the token was found valid. */
  version: string;
}

/**
 * Issues access tokens (JWT in the shape of RFC 9068) and verifies them. A verified token is cached until it expires or
 * any tenant changes; a change is noticed within `pollMs`.
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

  /** Address of a tenant's realm: the issuer of its tokens. */
  issuerOf(tenantId: string): string {
    return `${this.#settings.publicUrl}/auth/realms/${tenantId}`;
  }

  /** Looks whether tenants have changed, and clients with them. */
  refresh(): Promise<void> {
    return this.#known.refresh();
  }

  close(): void {
    this.#known.close();
  }

  /** Creates a token for a client, or an owner at the portal, with these `scopes`. */
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
   * Creates a token for a shopper, as a client asked for it (RFC 8693): `sub` is the customer or the guest's wishlist,
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

  /** A fact as a JWS (RFC 7515) that the holder can show to others; it verifies like the tenant's tokens. */
  async sign(tenant: Tenant, fact: object): Promise<string> {
    const { kid, privateJwk } = this.#tenants.signerOf(tenant);
    return new CompactSign(new TextEncoder().encode(JSON.stringify(fact)))
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: "receipt+jws" })
      .sign(await importJWK(privateJwk, SIGNING_ALGORITHM));
  }

  /** The session of a token that was verified before and is still valid; undefined if it must be verified again. */
  recall(token: string): Session | undefined {
    const cached = this.#cache.get(token);
    const holds = cached?.version === this.#known.version && cached.session.expires > this.#settings.now();
    return holds ? cached.session : undefined;
  }

  /** The session of a token, or undefined for one that is not valid (any more). */
  async verify(token: string): Promise<Session | undefined> {
    const version = this.#known.version;
    const session = token.length <= MAX_TOKEN ? await this.#verify(token) : undefined;
    if (session) this.#cache.set(token, { session, version });
    return session;
  }

  async #verify(token: string): Promise<Session | undefined> {
    const claimed = whatItClaims(token);
    if (!claimed) return undefined;
    const tenant = await this.#known.findWithKey(claimed.tenant, claimed.kid);
    const key = tenant?.signingKeys.find(({ kid }) => kid === claimed.kid);
    if (!tenant || !key) return undefined;
    const claims = await this.#claimsOf(token, tenant, key);
    if (claims?.["gen"] !== tenant.generation) return undefined;
    const { client_id: clientId, store, scope, exp = 0 } = claims;
    // The tolerance applies to tokens that seem to come from the future, not to expired ones.
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

  /** Whom a token for a shopper is for; undefined once its client may not exchange tokens any more. */
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

  /** Claims of a token that this key has signed for us and that still holds; undefined for any other. */
  async #claimsOf(token: string, tenant: Tenant, key: SigningKey): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, await importJWK(key.publicJwk, SIGNING_ALGORITHM), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: this.issuerOf(tenant.id),
        requiredClaims: REQUIRED_CLAIMS,
        maxTokenAge: this.#settings.tokenLifetimeSeconds,
        // By the clock that issued it; the tolerance covers the difference between two processes' views of that clock.
        currentDate: new Date(this.#settings.now()),
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      // Compared here, for jose would also take a list of audiences that has ours.
      return payload.aud === AUDIENCE ? payload : undefined;
    } catch (err) {
      if (err instanceof errors.JOSEError) return undefined;
      throw err;
    }
  }

  /** The tenant of a store with the store's settings, as of {@link Sessions.refresh}; undefined if there is none. */
  async tenantOf(storeKey: string): Promise<Tenant | undefined> {
    const tenant = await this.#known.find(tenantOf(storeKey));
    return tenant && inStore(tenant, storeOf(storeKey));
  }
}
