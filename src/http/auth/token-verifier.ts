import { errors, importJWK, type JWTPayload, jwtVerify } from "jose";
import { boundedCache } from "../../collections/bounded-cache.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Owners } from "../../store/owners/owners.ts";
import { SIGNING_ALGORITHM, type SigningKey } from "../../store/tenants/signing-key.ts";
import { inStore, type Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import {
  AUDIENCE,
  decodeUnverified,
  issuerOf,
  permissionsOf,
  TOKEN_TYPE,
  type TokenSettings,
} from "./claims.ts";
import { findHolder, scopesOf, type TokenHolder } from "./holder.ts";
import type { KnownTenants } from "./known-tenants.ts";
import type { Session } from "./session.ts";
import { type Shopper, SHOPPER_SCOPE } from "./shopper.ts";

const REQUIRED_CLAIMS = ["exp", "iat", "sub", "jti", "client_id", "tenant", "store", "gen"];
/** Maximum number of verified tokens in the cache. */
const MAX_SESSIONS = 20_000;
/** Maximum number of characters of a token. */
const MAX_TOKEN = 4096;
/** Maximum difference between two processes' readings of the clock of Redis, in seconds. */
const CLOCK_TOLERANCE_S = 5;

interface VerifierParts {
  tenants: Pick<Tenants, "findClient">;
  knownTenants: KnownTenants;
  /** Finds the addresses of customers. Without it, there are no tokens for shoppers. */
  layout?: Layout;
  /** The owners who sign in to the portal. Without them, only clients have tokens. */
  owners?: Owners;
}

/**
 * How long a verified token of an owner is cached, in milliseconds. A change of an owner raises the version of the
 * tenants in a second step, before which its process may die.
 */
const OWNER_CACHED_MS = 3000;

interface CachedSession {
  session: Session;
  /** When it must be verified again, in milliseconds since 1970. */
  until: number;
  /** Version of the tenants when the token was verified. */
  version: string;
}

/**
 * Verifies access tokens. A verified token is cached until it expires or any tenant changes, which
 * {@link KnownTenants} notices; that of an owner only for seconds.
 */
export class TokenVerifier {
  readonly #parts: VerifierParts;
  readonly #settings: TokenSettings;
  readonly #cache = boundedCache<CachedSession>(MAX_SESSIONS);

  constructor(parts: VerifierParts, settings: TokenSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  get #known(): KnownTenants {
    return this.#parts.knownTenants;
  }

  /**
   * Returns the session of a token that was verified before and is still valid; undefined if the token must be
   * verified.
   */
  recall(token: string): Session | undefined {
    const cached = this.#cache.get(token);
    const holds = cached?.version === this.#known.version && cached.until > this.#settings.now();
    return holds ? cached.session : undefined;
  }

  /** Verifies a token and returns its session; undefined if the token is not valid. */
  async verify(token: string): Promise<Session | undefined> {
    const version = this.#known.version;
    const session = token.length <= MAX_TOKEN ? await this.#verify(token) : undefined;
    if (session) this.#cache.set(token, { session, until: this.#cachedUntil(session), version });
    return session;
  }

  #cachedUntil({ caller, expires }: Session): number {
    return caller === "owner" ? Math.min(expires, this.#settings.now() + OWNER_CACHED_MS) : expires;
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
      { ...this.#parts, now: this.#settings.now },
      { tenantId: tenant.id, id: clientId, store, session: claims["sid"] },
    );
    if (!holder || holder.disabled || holder.store !== store) return undefined;
    const storeKey = `${tenant.id}/${store}`;
    const common = { tenant: inStore(tenant, store), clientId, storeKey, expires: exp * 1000 };
    if (scope === SHOPPER_SCOPE) {
      const shopper = this.#shopperOf(storeKey, holder, claims);
      return shopper && { ...common, caller: "client", shopper, permissions: new Set([SHOPPER_SCOPE]) };
    }
    const caller = claims["sid"] === undefined ? "client" : "owner";
    return { ...common, caller, permissions: permissionsOf(holder, scope) };
  }

  /** Returns the shopper of a token; undefined if the client may not exchange tokens any more. */
  #shopperOf(
    storeKey: string,
    holder: TokenHolder,
    { sub = "", sid, guest }: JWTPayload,
  ): Shopper | undefined {
    if (sid !== undefined || !scopesOf(holder).includes("tokens:exchange")) return undefined;
    if (guest === true) return { subject: sub };
    const customer = this.#parts.layout?.slotOfId(storeKey, sub);
    return customer && { subject: sub, customer };
  }

  /** Returns the claims of a token if this key has signed it, it is for this service, and it has not expired. */
  async #claimsOf(token: string, tenant: Tenant, key: SigningKey): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, await importJWK(key.publicJwk, SIGNING_ALGORITHM), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: issuerOf(this.#settings.publicUrl, tenant.id),
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
}
