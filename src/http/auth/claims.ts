import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { scopesOf, type TokenHolder } from "./holder.ts";

/** The only audience of the tokens. */
export const AUDIENCE = "wishlist-service";
/** The `typ` header of access tokens (RFC 9068). */
export const TOKEN_TYPE = "at+jwt";

/** Settings that the signer and the verifier of tokens share. */
export interface TokenSettings {
  /** Base address of the service, without a slash at the end. */
  publicUrl: string;
  tokenLifetimeSeconds: number;
  /** The clock of Redis, which all processes share. */
  now: Now;
}

/** Returns the address of a tenant's realm, which is the issuer of its tokens. */
export const issuerOf = (publicUrl: string, tenantId: string): string =>
  `${publicUrl}/auth/realms/${tenantId}`;

/** Returns the claims that every token of a holder has. */
export const claimsFor = (tenant: Tenant, holder: TokenHolder): JWTPayload => ({
  client_id: holder.id,
  tenant: tenant.id,
  store: holder.store,
  gen: tenant.generation,
});

/** Returns the scopes of a token that its holder still has. */
export function permissionsOf(holder: TokenHolder, scope: unknown): Set<string> {
  const claimed = typeof scope === "string" ? scope.split(" ") : [];
  return new Set(scopesOf(holder).filter((allowed) => claimed.includes(allowed)));
}

/** Decodes the key id and the tenant of a token without verifying it; undefined for text that is not a token. */
export function decodeUnverified(token: string): { kid: string; tenant: string } | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    const { tenant } = decodeJwt(token);
    return typeof tenant === "string" && typeof kid === "string" ? { kid, tenant } : undefined;
  } catch {
    return undefined;
  }
}
