import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import type { Session, Sessions } from "../auth/sessions.ts";
import type { Scope } from "../scopes.ts";

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

/** Returns the problem of RFC 6750: without a token it has no error code, for an invalid token `invalid_token`. */
export function unauthorized(isTokenSent: boolean): Problem {
  const challenge = 'Bearer realm="wishlist-service"';
  return new Problem("Unauthorized", {
    detail: isTokenSent
      ? "The access token is invalid or has expired."
      : "Send an access token: Authorization: Bearer <token>.",
    headers: { "WWW-Authenticate": isTokenSent ? `${challenge}, error="invalid_token"` : challenge },
  });
}

/** Returns the tenant of a request whose token was verified before; undefined if it was not. */
export function knownTenantOf({ headers }: IncomingMessage, sessions: Sessions): string | undefined {
  const token = BEARER.exec(headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : sessions.recall(token)?.tenant.id;
}

async function verified(token: string, sessions: Sessions): Promise<Session> {
  const session = await sessions.verify(token);
  if (!session) throw unauthorized(true);
  return session;
}

/** Identifies the caller by the bearer token, which must be in `Authorization`, and only once. */
export function authenticate(ctx: Context, sessions: Sessions): Session | Promise<Session> {
  const header = ctx.req.headers.authorization;
  if (header === undefined) throw unauthorized(false);
  const token = BEARER.exec(header)?.[1];
  if (token === undefined || timesSent(ctx, "authorization") > 1) {
    throw unauthorized(/^Bearer\b/i.test(header));
  }
  return sessions.recall(token) ?? verified(token, sessions);
}

/** Headers that name the tenant: the service's own, and the one of the platform's SDK. */
const TENANT_HEADERS = ["x-svc-tenant", "x-twc-tenant"];

/** Returns whether the request names this tenant and no other one. */
function isNamed(ctx: Context, tenant: string): boolean {
  const named = TENANT_HEADERS.flatMap((name) => ctx.req.headers[name] ?? []);
  return named.length > 0 && named.every((name) => name === tenant);
}

/** Throws 403 unless the request names the caller's tenant, the tenant is active, and the caller has the scope. */
export function permit(
  ctx: Context,
  session: Session,
  { scope, shoppers }: { scope: Scope | readonly Scope[]; shoppers?: true },
): void {
  if (!isNamed(ctx, session.tenant.id)) {
    throw new Problem("Forbidden", { detail: "X-SVC-Tenant must be the tenant of the access token." });
  }
  if (session.tenant.state !== "active") {
    throw new Problem("Forbidden", { detail: "The tenant is suspended." });
  }
  if (!(session.shopper && shoppers)) requireScope(session, scope);
}

/** Throws 403 with the names of the scopes if the caller has none of them. */
export function requireScope(session: Session, scope: Scope | readonly Scope[], why = ""): void {
  const scopes = [scope].flat();
  if (scopes.some((one) => session.permissions.has(one))) return;
  throw new Problem("Forbidden", {
    detail: `The access token does not have the scope ${scopes.join(" or ")}${why}.`,
    headers: {
      "WWW-Authenticate": `Bearer realm="wishlist-service", error="insufficient_scope", scope="${scopes.join(" ")}"`,
    },
  });
}
