import Type from "typebox";
import { oneOf } from "../../../ingest/schemas/common.ts";
import { SUBJECT_TOKEN_TYPES } from "../../tokens/token-exchange.ts";
import { TOKEN_EXCHANGE } from "../../tokens/token-request.ts";

export const TokenForm = Type.Object({
  grant_type: oneOf(["client_credentials", TOKEN_EXCHANGE]),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  scope: Type.Optional(
    Type.String({
      description:
        "Scopes, separated by spaces. If it is absent, the token has all scopes of the client. For a token exchange: `shopper`, or absent.",
    }),
  ),
  subject_token: Type.Optional(
    Type.String({
      description:
        "For a token exchange: the id or the reference of the customer, or the token of the guest.",
    }),
  ),
  subject_token_type: Type.Optional(oneOf(SUBJECT_TOKEN_TYPES)),
  requested_token_type: Type.Optional(
    Type.String({ description: "For a token exchange: the type of an access token, or absent." }),
  ),
});

export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer({ description: "Lifetime of the token, in seconds." }),
    refresh_expires_in: Type.Integer({
      description: "Always 0, because client credentials do not get a refresh token.",
    }),
    issued_token_type: Type.Optional(
      Type.String({ description: "For a token exchange: the type of an access token." }),
    ),
    token_type: Type.Unsafe<string>({ type: "string", const: "Bearer" }),
    "not-before-policy": Type.Integer({
      description: "When the tokens were last revoked, in seconds since 1970; 0 if they never were.",
    }),
    scope: Type.String(),
  },
  { title: "Token" },
);

export const OAuthErrorResponse = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { title: "OAuthError" },
);
