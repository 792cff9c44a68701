import type { Context } from "koa";
import type { Logger } from "pino";
import { type RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type Client, isSecretOf } from "../../../store/tenants/client.ts";
import { SIGNING_ALGORITHM } from "../../../store/tenants/signing-key.ts";
import type { Tenant } from "../../../store/tenants/tenant.ts";
import type { Tenants } from "../../../store/tenants/tenants.ts";
import type { TenantBudgets } from "../../../ingest/budgets/budgets.ts";
import type { MinuteLog } from "../../minute-log.ts";
import { Problem } from "../../../ingest/problem.ts";
import type { PlainRoute } from "../../route.ts";
import { type Scope, SCOPES } from "../../scopes.ts";
import { OAuthErrorResponse, TokenForm, TokenResponse } from "../../schemas/token.ts";
import { scopesOf } from "../../auth/holder.ts";
import type { Sessions } from "../../auth/sessions.ts";
import { SHOPPER_SCOPE } from "../../auth/shopper.ts";
import { SUBJECT_TOKEN_TYPES, type TokenExchange } from "../../tokens/token-exchange.ts";
import { readRequest, TOKEN_EXCHANGE, TokenRefusal, type TokenRequest } from "../../tokens/token-request.ts";
import { paramsOf, stateOf } from "../../koa-context.ts";
import { digestOf } from "../../digest.ts";

const REALM = "/auth/realms/:tenant";
const PROTOCOL = `${REALM}/protocol/openid-connect`;
const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };
/** Other nodes and callers may keep the public keys this long. */
const KEYS_LIFETIME_S = 300;

interface TokenRouteParts {
  tenants: Tenants;
  sessions: Sessions;
  exchange: TokenExchange;
  /** Counts refused requests per client and address. */
  failures: RateLimiterRedis;
  budgets: TenantBudgets;
  tokenLifetimeSeconds: number;
  requireHttps: boolean;
  minuteLog: MinuteLog;
  log: Logger;
}

function badClient(tenantId: string, isBasic: boolean): TokenRefusal {
  const description = "the client is not known, or the secret is not its own";
  return isBasic
    ? new TokenRefusal(401, "invalid_client", description, {
        "WWW-Authenticate": `Basic realm="${tenantId}"`,
      })
    : new TokenRefusal(400, "invalid_client", description);
}

function grantedScopes(client: Client, requested: string | undefined): Scope[] {
  const allowed = scopesOf(client);
  if (requested === undefined) return allowed;
  const wanted = requested.split(" ").filter((name) => name !== "");
  const unknown = wanted.find((name) => !allowed.some((scope) => scope === name));
  if (unknown !== undefined || wanted.length === 0) {
    throw new TokenRefusal(400, "invalid_scope", "the client may not have a scope that was asked for");
  }
  return allowed.filter((scope) => wanted.includes(scope));
}

/** The token endpoint of each tenant's realm, its keys and its discovery document. */
export function tokenRoutes(parts: TokenRouteParts): PlainRoute[] {
  const tag = "Tokens";
  const {
    tenants,
    sessions,
    exchange,
    failures,
    budgets,
    tokenLifetimeSeconds,
    requireHttps,
    minuteLog,
    log,
  } = parts;

  async function realmOf(ctx: Context): Promise<Tenant> {
    const { tenant: id = "" } = paramsOf(ctx);
    const tenant = await tenants.find(id);
    if (!tenant) throw new TokenRefusal(404, "not_found", "there is no such realm");
    stateOf(ctx).tenant = tenant.id;
    return tenant;
  }

  /** Refuses a client that has failed too often from one address; other clients are not affected. */
  async function refuseTooMany(key: string): Promise<void> {
    const state = await failures.get(key);
    if (state && state.consumedPoints > failures.points) {
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new TokenRefusal(429, "temporarily_unavailable", "too many refused requests", {
        "Retry-After": seconds.toString(),
      });
    }
  }

  async function countFailure(key: string, who: { tenant: string; client?: string; address: string }) {
    minuteLog.countRefusedSignIn("token requests refused", who.tenant);
    try {
      await failures.consume(key);
    } catch (err) {
      // Beyond the limit: the next request is refused.
      if (!(err instanceof RateLimiterRes)) throw err;
      if (err.consumedPoints !== failures.points + 1) return;
      const seconds = Math.ceil(err.msBeforeNext / 1000);
      log.warn({ ...who, seconds }, "client locked after too many refused token requests");
    }
  }

  async function identify(
    ctx: Context,
    tenant: Tenant,
    { clientId, secret, isBasic }: TokenRequest,
  ): Promise<Client> {
    // The client id may be anything, also a secret in the wrong field.
    const key = digestOf(tenant.id, clientId, ctx.ip);
    await refuseTooMany(key);
    const client = await tenants.findClient(tenant.id, clientId);
    if (!isSecretOf(client, secret, Date.now()) || !client) {
      await countFailure(key, { tenant: tenant.id, ...(client && { client: client.id }), address: ctx.ip });
      throw badClient(tenant.id, isBasic);
    }
    if (client.disabled) throw new TokenRefusal(403, "unauthorized_client", "the client is disabled");
    return client;
  }

  async function issueToken(ctx: Context): Promise<void> {
    if (requireHttps && !ctx.secure) throw new TokenRefusal(403, "invalid_request", "HTTPS is required");
    const tenant = await realmOf(ctx);
    const request = await readRequest(ctx);
    const client = await identify(ctx, tenant, request);
    if (tenant.state !== "active")
      throw new TokenRefusal(403, "unauthorized_client", "the tenant is suspended");
    if (request.exchange) {
      ctx.body = await exchange.issue(tenant, client, request, () => budgets.countToken(tenant));
      ctx.set(NO_STORE);
      return;
    }
    const scopes = grantedScopes(client, request.scope);
    await budgets.countToken(tenant);
    ctx.set(NO_STORE);
    ctx.body = {
      access_token: await sessions.issue(tenant, client, scopes),
      expires_in: tokenLifetimeSeconds,
      refresh_expires_in: 0,
      token_type: "Bearer",
      "not-before-policy": tenant.notBefore,
      scope: scopes.join(" "),
    };
  }

  /** Runs a handler and answers its refusals in OAuth's form. */
  const answering = (handle: (ctx: Context) => Promise<void>) => async (ctx: Context) => {
    try {
      await handle(ctx);
    } catch (err) {
      if (err instanceof Problem) stateOf(ctx).spentBudget = err.budget;
      const refusal = err instanceof Problem ? refusalOfProblem(err) : err;
      if (!(refusal instanceof TokenRefusal)) throw err;
      log.debug({ requestId: stateOf(ctx).requestId, error: refusal.error }, "token refused");
      ctx.status = refusal.status;
      ctx.set({ ...NO_STORE, ...refusal.headers });
      ctx.body = { error: refusal.error, error_description: refusal.message };
    }
  };

  const params = { tenant: "The tenant's id." };
  const unknownRealm = { description: "The realm does not exist.", schema: OAuthErrorResponse };

  return [
    {
      operation: "issueToken",
      method: "post",
      paths: [`${PROTOCOL}/token`],
      params,
      tag,
      summary: "Get an access token",
      description: `OAuth 2 client credentials, and token exchange (RFC 8693) for a shopper's token: subject_token names the customer or is the token of a guest, and subject_token_type says how (${SUBJECT_TOKEN_TYPES.join(", ")}). The secret can also be sent by HTTP Basic; refusals are then 401.`,
      form: TokenForm,
      responses: {
        200: { description: "The token.", schema: TokenResponse },
        400: { description: "The request or the client is not acceptable.", schema: OAuthErrorResponse },
        401: { description: "The client of HTTP Basic is not acceptable.", schema: OAuthErrorResponse },
        403: { description: "The client is disabled or the tenant suspended.", schema: OAuthErrorResponse },
        404: unknownRealm,
        413: { description: "The body is too large.", schema: OAuthErrorResponse },
        415: { description: "The body is not a form.", schema: OAuthErrorResponse },
        429: {
          description: "Too many refused requests, or too many tokens of the tenant.",
          schema: OAuthErrorResponse,
        },
      },
      handle: answering(issueToken),
    },
    {
      operation: "listKeys",
      method: "get",
      paths: [`${PROTOCOL}/certs`],
      params,
      tag,
      summary: "Public keys of a realm, as a JWK set",
      description: "The JSON Web Key Set (RFC 7517) that verifies the access tokens of the tenant.",
      responses: { 200: { description: "The keys." }, 404: unknownRealm },
      handle: answering(async (ctx) => {
        const { signingKeys } = await realmOf(ctx);
        ctx.set("Cache-Control", `public, max-age=${KEYS_LIFETIME_S}`);
        ctx.body = { keys: signingKeys.map((key) => key.publicJwk) };
      }),
    },
    {
      operation: "discoverRealm",
      method: "get",
      paths: [`${REALM}/.well-known/openid-configuration`],
      params,
      tag,
      summary: "Discovery document of a realm",
      description: "Endpoints and capabilities, as OpenID Connect Discovery specifies.",
      responses: { 200: { description: "The discovery document." }, 404: unknownRealm },
      handle: answering(async (ctx) => {
        const issuer = sessions.issuerOf((await realmOf(ctx)).id);
        ctx.set("Cache-Control", `public, max-age=${KEYS_LIFETIME_S}`);
        ctx.body = {
          issuer,
          token_endpoint: `${issuer}/protocol/openid-connect/token`,
          jwks_uri: `${issuer}/protocol/openid-connect/certs`,
          grant_types_supported: ["client_credentials", TOKEN_EXCHANGE],
          response_types_supported: [],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
          token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
          scopes_supported: [...Object.keys(SCOPES), SHOPPER_SCOPE],
        };
      }),
    },
  ];
}

/** What the body reader refuses, in OAuth's form. */
function refusalOfProblem(problem: Problem): TokenRefusal | Problem {
  if (problem.status >= 500) return problem;
  const error = problem.status === 429 ? "temporarily_unavailable" : "invalid_request";
  return new TokenRefusal(problem.status, error, problem.detail, problem.headers);
}
