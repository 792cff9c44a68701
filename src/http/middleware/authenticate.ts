import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import type { Session } from "../auth/session.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import type { Scope } from "../scopes.ts";
import { requireActive } from "./active-tenant.ts";

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Counts how many times a header was sent, in the raw headers: of some headers, Node.js keeps only the first one. */
export function timesSent(ctx: Context, name: string): number {
  const { rawHeaders } = ctx.req;
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i];
    if (header?.length === name.length && header.toLowerCase() === name) times++;
  }
  return times;
}

const CHALLENGE = 'Bearer realm="wishlist-service"';

/** Returns the refusal of a request without a token; RFC 6750 gives it no error code. */
const missingToken = () =>
  new Problem("Unauthorized", {
    detail: "Send an access token: Authorization: Bearer <token>.",
    headers: { "WWW-Authenticate": CHALLENGE },
  });

/** Returns the refusal of a token that is invalid or has expired, with the error code of RFC 6750. */
export const invalidToken = (): Problem =>
  new Problem("Unauthorized", {
    detail: "The access token is invalid or has expired.",
    headers: { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` },
  });

/** Returns the tenant of a request whose token was verified before; undefined if it was not. */
export function knownTenantOf({ headers }: IncomingMessage, verifier: TokenVerifier): string | undefined {
  const token = BEARER.exec(headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : verifier.recall(token)?.tenant.id;
}

async function verified(token: string, verifier: TokenVerifier): Promise<Session> {
  const session = await verifier.verify(token);
  if (!session) throw invalidToken();
  return session;
}

/** Identifies the caller by the bearer token, which must be in `Authorization`, and only once. */
export function authenticate(ctx: Context, verifier: TokenVerifier): Session | Promise<Session> {
  const header = ctx.req.headers.authorization;
  if (header === undefined) throw missingToken();
  const token = BEARER.exec(header)?.[1];
  if (token === undefined || timesSent(ctx, "authorization") > 1) {
    throw /^Bearer\b/i.test(header) ? invalidToken() : missingToken();
  }
  return verifier.recall(token) ?? verified(token, verifier);
}

/** Headers that name the tenant: the service's own, and the one of the platform's SDK. */
const TENANT_HEADERS = ["x-svc-tenant", "x-twc-tenant"];

/** Whether the request names this tenant and no other one. */
function isNamed(ctx: Context, tenant: string): boolean {
  const named = TENANT_HEADERS.flatMap((name) => ctx.req.headers[name] ?? []);
  return named.length > 0 && named.every((name) => name === tenant);
}

/** @throws 403 unless the request names the caller's tenant, the tenant is active, and the caller has the scope */
export function permit(
  ctx: Context,
  session: Session,
  { scope, shoppers }: { scope: Scope | readonly Scope[]; shoppers?: true },
): void {
  if (!isNamed(ctx, session.tenant.id)) {
    throw new Problem("Forbidden", { detail: "X-SVC-Tenant must be the tenant of the access token." });
  }
  requireActive(session.tenant);
  if (!(session.shopper && shoppers)) requireScope(session, scope);
}

/** @throws 403 with the names of the scopes if the caller has none of them */
export function requireScope(session: Session, scope: Scope | readonly Scope[], why = ""): void {
  const scopes = [scope].flat();
  if (scopes.some((one) => session.permissions.has(one))) return;
  throw new Problem("Forbidden", {
    detail: `The access token does not have the scope ${scopes.join(" or ")}${why}.`,
    headers: {
      "WWW-Authenticate": `${CHALLENGE}, error="insufficient_scope", scope="${scopes.join(" ")}"`,
    },
  });
}
