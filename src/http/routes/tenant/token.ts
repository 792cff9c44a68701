import type { Context } from "koa";
import type { TenantBudgets } from "../../../ingest/budgets/budgets.ts";
import { Problem } from "../../../ingest/problem.ts";
import type { Client } from "../../../store/tenants/client.ts";
import { SIGNING_ALGORITHM } from "../../../store/tenants/signing-key.ts";
import type { Tenant } from "../../../store/tenants/tenant.ts";
import { issuerOf } from "../../auth/claims.ts";
import { scopesOf } from "../../auth/holder.ts";
import { SHOPPER_SCOPE } from "../../auth/shopper.ts";
import type { TokenSigner } from "../../auth/token-signer.ts";
import { paramsOf, stateOf } from "../../koa-context.ts";
import type { PlainRoute } from "../../route.ts";
import { OAuthErrorResponse, TokenForm, TokenResponse } from "../../schemas/tenant/token.ts";
import { type Scope, SCOPES } from "../../scopes.ts";
import { type ClientSignInParts, signInClient } from "../../tokens/client-sign-in.ts";
import { SUBJECT_TOKEN_TYPES, type TokenExchange } from "../../tokens/token-exchange.ts";
import { readRequest, TOKEN_EXCHANGE, TokenRefusal } from "../../tokens/token-request.ts";

const REALM = "/auth/realms/:tenant";
const PROTOCOL = `${REALM}/protocol/openid-connect`;
const TAG = "Tokens";
const PARAMS = { tenant: "The tenant's id." };
const UNKNOWN_REALM = { description: "The realm does not exist.", schema: OAuthErrorResponse };
const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };
/** How long callers and caches may keep the public keys. */
const KEYS_LIFETIME_S = 300;

interface TokenRouteParts extends ClientSignInParts {
  /** Base address of the service, without a slash at the end. */
  publicUrl: string;
  tokenSigner: TokenSigner;
  exchange: TokenExchange;
  budgets: TenantBudgets;
  tokenLifetimeSeconds: number;
  requireHttps: boolean;
}

function grantedScopes(client: Client, requested: string | undefined): Scope[] {
  const allowed = scopesOf(client);
  if (requested === undefined) return allowed;
  const wanted = requested.split(" ").filter((name) => name !== "");
  const unknown = wanted.find((name) => !allowed.some((scope) => scope === name));
  if (unknown !== undefined || wanted.length === 0) {
    throw new TokenRefusal(400, "invalid_scope", "the client does not have a scope that was requested");
  }
  return allowed.filter((scope) => wanted.includes(scope));
}

/** Returns the tenant of the realm in the path. */
async function realmOf({ tenants }: TokenRouteParts, ctx: Context): Promise<Tenant> {
  const { tenant: id = "" } = paramsOf(ctx);
  const tenant = await tenants.find(id);
  if (!tenant) throw new TokenRefusal(404, "not_found", "there is no such realm");
  stateOf(ctx).tenant = tenant.id;
  return tenant;
}

/** Answers a request for a token of a client or a shopper. */
async function answerToken(parts: TokenRouteParts, ctx: Context): Promise<void> {
  const { tokenSigner, exchange, budgets, tokenLifetimeSeconds, requireHttps } = parts;
  if (requireHttps && !ctx.secure) throw new TokenRefusal(403, "invalid_request", "HTTPS is required");
  const tenant = await realmOf(parts, ctx);
  const request = await readRequest(ctx, tenant.id);
  const client = await signInClient(parts, ctx, tenant, request);
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
    access_token: await tokenSigner.issue(tenant, client, scopes),
    expires_in: tokenLifetimeSeconds,
    refresh_expires_in: 0,
    token_type: "Bearer",
    "not-before-policy": tenant.notBefore,
    scope: scopes.join(" "),
  };
}

/** Converts a problem of the body reader to the error format of OAuth. */
function refusalOfProblem(problem: Problem): TokenRefusal | Problem {
  if (problem.status >= 500) return problem;
  const error = problem.status === 429 ? "temporarily_unavailable" : "invalid_request";
  return new TokenRefusal(problem.status, error, problem.detail, problem.headers);
}

/** Returns a handler that answers refusals in the error format of OAuth. */
const answering =
  ({ log }: TokenRouteParts, handle: (ctx: Context) => Promise<void>) =>
  async (ctx: Context) => {
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

const issueToken = (parts: TokenRouteParts): PlainRoute => ({
  operation: "issueToken",
  method: "post",
  paths: [`${PROTOCOL}/token`],
  params: PARAMS,
  tag: TAG,
  summary: "Get an access token",
  description: `Supports OAuth 2 client credentials, and token exchange (RFC 8693) for a shopper's token: subject_token is an id or a reference of the customer, or the token of a guest, and subject_token_type says which (${SUBJECT_TOKEN_TYPES.join(", ")}). The secret can also be sent with HTTP Basic; refusals are then 401.`,
  form: TokenForm,
  responses: {
    200: { description: "The token.", schema: TokenResponse },
    400: {
      description: "The request is invalid, or the client or its secret is wrong.",
      schema: OAuthErrorResponse,
    },
    401: { description: "The client or the secret in HTTP Basic is wrong.", schema: OAuthErrorResponse },
    403: { description: "The client is disabled, or the tenant is suspended.", schema: OAuthErrorResponse },
    404: UNKNOWN_REALM,
    413: { description: "The body is too large.", schema: OAuthErrorResponse },
    415: { description: "The body is not a form.", schema: OAuthErrorResponse },
    429: {
      description: "There were too many refused requests, or too many tokens of the tenant.",
      schema: OAuthErrorResponse,
    },
  },
  handle: answering(parts, (ctx) => answerToken(parts, ctx)),
});

const listKeys = (parts: TokenRouteParts): PlainRoute => ({
  operation: "listKeys",
  method: "get",
  paths: [`${PROTOCOL}/certs`],
  params: PARAMS,
  tag: TAG,
  summary: "Get the public keys of a realm as a JWK set",
  description: "The JSON Web Key Set (RFC 7517) that verifies the access tokens of the tenant.",
  responses: { 200: { description: "The keys.", type: "application/json" }, 404: UNKNOWN_REALM },
  handle: answering(parts, async (ctx) => {
    const { signingKeys } = await realmOf(parts, ctx);
    ctx.set("Cache-Control", `public, max-age=${KEYS_LIFETIME_S}`);
    ctx.body = { keys: signingKeys.map((key) => key.publicJwk) };
  }),
});

const discoverRealm = (parts: TokenRouteParts): PlainRoute => ({
  operation: "discoverRealm",
  method: "get",
  paths: [`${REALM}/.well-known/openid-configuration`],
  params: PARAMS,
  tag: TAG,
  summary: "Get the discovery document of a realm",
  description: "Endpoints and capabilities of the realm, as in OpenID Connect Discovery.",
  responses: {
    200: { description: "The discovery document.", type: "application/json" },
    404: UNKNOWN_REALM,
  },
  handle: answering(parts, async (ctx) => {
    const issuer = issuerOf(parts.publicUrl, (await realmOf(parts, ctx)).id);
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
});

/** Returns the routes of realms: the token endpoint, the keys and the discovery document of each tenant. */
export const tokenRoutes = (parts: TokenRouteParts): PlainRoute[] =>
  [issueToken, listKeys, discoverRealm].map((routeOf) => routeOf(parts));
