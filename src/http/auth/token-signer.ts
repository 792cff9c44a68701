import { randomUUID } from "node:crypto";
import { CompactSign, importJWK, type JWTPayload, SignJWT } from "jose";
import { SIGNING_ALGORITHM } from "../../store/tenants/signing-key.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { Scope } from "../scopes.ts";
import { AUDIENCE, claimsFor, issuerOf, TOKEN_TYPE, type TokenSettings } from "./claims.ts";
import type { TokenHolder } from "./holder.ts";
import { SHOPPER_SCOPE, type ShopperSubject } from "./shopper.ts";

/** Lifetime of a shopper's token, in seconds. It is short because a browser has the token. */
const SHOPPER_TOKEN_S = 900;

/** Additional data of a token for the portal. */
interface PortalToken {
  lifetimeSeconds: number;
  /** The session of the owner; the token becomes invalid when the session ends. */
  session: string;
}

/** Signs access tokens (JWT as in RFC 9068) and receipts with the signing keys of the tenants. */
export class TokenSigner {
  readonly #tenants: Pick<Tenants, "signerOf">;
  readonly #settings: TokenSettings;

  constructor(tenants: Pick<Tenants, "signerOf">, settings: TokenSettings) {
    this.#tenants = tenants;
    this.#settings = settings;
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
      .setIssuer(issuerOf(this.#settings.publicUrl, tenant.id))
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
}
