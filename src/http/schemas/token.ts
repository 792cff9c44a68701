import Type from "typebox";

export const TokenForm = Type.Object({
  grant_type: Type.Unsafe<string>({ type: "string", const: "client_credentials" }),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  scope: Type.Optional(
    Type.String({ description: "Scopes, separated by spaces; absent for all scopes of the client." }),
  ),
});

export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer({ description: "Seconds." }),
    refresh_expires_in: Type.Integer({ description: "0: client credentials get no refresh token." }),
    token_type: Type.Unsafe<string>({ type: "string", const: "Bearer" }),
    "not-before-policy": Type.Integer({
      description: "When tokens were last revoked, in seconds since 1970; 0 if never.",
    }),
    scope: Type.String(),
  },
  { title: "Token" },
);

export const OAuthErrorResponse = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { title: "OAuthError" },
);
