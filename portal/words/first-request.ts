import type { Scope } from "../../src/http/scopes.ts";

/** A harmless request for each scope that a client probably has. */
const REQUESTS: readonly (readonly [Scope, string])[] = [
  ["customers:read", "/customers?pageSize=1"],
  ["catalogue:read", "/products?pageSize=1"],
  ["settings:read", "/settings"],
  ["reports:read", "/reports/activity"],
];

/** Returns commands for a terminal that get a token for a client and call the API with it. */
export function firstRequest({
  origin,
  tenantId,
  clientId,
  clientSecret,
  scopes,
}: {
  origin: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly Scope[];
}): string {
  const path = REQUESTS.find(([scope]) => scopes.includes(scope))?.[1] ?? "/settings";
  return `TOKEN=$(curl -sS ${origin}/auth/realms/${tenantId}/protocol/openid-connect/token \\
  -d grant_type=client_credentials -d client_id=${clientId} \\
  -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -sS "${origin}/services/wsservice/api${path}" \\
  -H "Authorization: Bearer $TOKEN" -H "X-SVC-Tenant: ${tenantId}"`;
}
