import type { Context } from "koa";
import { timesSent } from "../middleware/authenticate.ts";
import { readForm } from "../middleware/body/read-body.ts";

/** The grant type of RFC 8693. */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

/** Parameters of a token exchange; empty ones count as absent. */
const EXCHANGE_PARAMETERS = [
  "subject_token",
  "subject_token_type",
  "requested_token_type",
  "actor_token",
  "audience",
  "resource",
] as const;
/** Parameters that are refused in the address: a `scope` that does not count would give its caller a token with all. */
const BODY_PARAMETERS = ["client_id", "client_secret", "grant_type", "scope", ...EXCHANGE_PARAMETERS];
export type ExchangeRequest = Partial<Record<(typeof EXCHANGE_PARAMETERS)[number], string>>;

type OAuthError =
  | "invalid_request"
  | "invalid_client"
  | "invalid_scope"
  | "invalid_target"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "not_found"
  | "temporarily_unavailable";

/** A refusal of the token endpoint (RFC 6749, section 5.2). */
export class TokenRefusal extends Error {
  readonly status: number;
  readonly error: OAuthError;
  readonly headers: Record<string, string>;

  constructor(status: number, error: OAuthError, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

export interface TokenRequest {
  /** Parameters of a token exchange (RFC 8693); undefined for client credentials. */
  exchange: ExchangeRequest | undefined;
  clientId: string;
  secret: string;
  /** Whether the secret was sent with HTTP Basic; then a refusal is 401. */
  isBasic: boolean;
  scope: string | undefined;
}

const sentAgain = (name: string) =>
  new TokenRefusal(400, "invalid_request", `${name} was sent more than once`);

/** Returns the value of a form field. A field that was sent twice is refused; an empty one counts as absent. */
function fieldOf(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1) throw sentAgain(name);
  return values[0] === "" ? undefined : values[0];
}

/** Decodes client id and secret of HTTP Basic, which are form-encoded (RFC 6749, section 2.3.1). */
function basicOf(header: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1];
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  try {
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll("+", " ")),
    );
    return { id: id ?? "", secret: secret ?? "" };
  } catch {
    return undefined;
  }
}

/** Returns the refusal of a client that used HTTP Basic, with the challenge that 401 requires. */
export const refusedBasic = (realm: string, description: string): TokenRefusal =>
  new TokenRefusal(401, "invalid_client", description, { "WWW-Authenticate": `Basic realm="${realm}"` });

/** Describes the error of an `Authorization` header that is not valid HTTP Basic. */
const basicError = (header: string) =>
  /^Basic\b/i.test(header)
    ? "the header Authorization must be Basic and the base64 text of client_id:client_secret"
    : "the header Authorization must be HTTP Basic with client_id and client_secret; or omit it, and send both in the body";

function grantTypeOf(form: URLSearchParams): string {
  const grantType = fieldOf(form, "grant_type");
  if (grantType === undefined) throw new TokenRefusal(400, "invalid_request", "grant_type is missing");
  if (grantType !== "client_credentials" && grantType !== TOKEN_EXCHANGE) {
    const description = `grant_type must be client_credentials or ${TOKEN_EXCHANGE}`;
    throw new TokenRefusal(400, "unsupported_grant_type", description);
  }
  return grantType;
}

type Credentials = Pick<TokenRequest, "clientId" | "secret" | "isBasic">;

function credentialsInForm(clientId: string | undefined, secret: string | undefined): Credentials {
  if (clientId === undefined) throw new TokenRefusal(400, "invalid_client", "client_id is missing");
  if (secret === undefined) throw new TokenRefusal(400, "invalid_client", "client_secret is missing");
  return { clientId, secret, isBasic: false };
}

/** Reads the credentials of HTTP Basic. The form may repeat the client id, but not the secret. */
function credentialsInBasic(
  header: string,
  realm: string,
  formId: string | undefined,
  formSecret: string | undefined,
): Credentials {
  const basic = basicOf(header);
  if (!basic) throw refusedBasic(realm, basicError(header));
  if (formSecret !== undefined) {
    throw new TokenRefusal(400, "invalid_request", "send the secret either with HTTP Basic or in the body");
  }
  if (formId !== undefined && formId !== basic.id) {
    throw new TokenRefusal(400, "invalid_request", "client_id is not the client id in HTTP Basic");
  }
  return { clientId: basic.id, secret: basic.secret, isBasic: true };
}

/**
 * Reads the form and the credentials of a request for a token of a realm.
 *
 * @throws {TokenRefusal} that names the missing or wrong field
 */
export async function readRequest(ctx: Context, realm: string): Promise<TokenRequest> {
  if (BODY_PARAMETERS.some((name) => name in ctx.query))
    throw new TokenRefusal(400, "invalid_request", "send the parameters in the body, not in the address");
  if (timesSent(ctx, "authorization") > 1) throw sentAgain("the header Authorization");
  const form = await readForm(ctx);
  const exchange = grantTypeOf(form) === TOKEN_EXCHANGE ? exchangeIn(form) : undefined;
  const formId = fieldOf(form, "client_id");
  const formSecret = fieldOf(form, "client_secret");
  const scope = fieldOf(form, "scope");
  const { authorization } = ctx.req.headers;
  const credentials =
    authorization === undefined
      ? credentialsInForm(formId, formSecret)
      : credentialsInBasic(authorization, realm, formId, formSecret);
  return { ...credentials, scope, exchange };
}

function exchangeIn(form: URLSearchParams): ExchangeRequest {
  return Object.fromEntries(
    EXCHANGE_PARAMETERS.flatMap((name) => {
      const value = fieldOf(form, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
