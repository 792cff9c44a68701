/**
 * Returns commands for a terminal that create a guest's wishlist, get a shopper's token for it, and read it as a browser
 * does.
 */
export function shopperRequest({
  origin,
  tenantId,
  clientId,
}: {
  origin: string;
  tenantId: string;
  clientId: string;
}): string {
  return `TOKEN_URL=${origin}/auth/realms/${tenantId}/protocol/openid-connect/token
LISTS=${origin}/services/wsservice/api/wishlists
value() { sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }

# On your server, which keeps the secret.
TOKEN=$(curl -sS $TOKEN_URL -d grant_type=client_credentials \\
  -d client_id=${clientId} -d client_secret=CLIENT_SECRET | value access_token)
GUEST=$(curl -sS $LISTS -H "Authorization: Bearer $TOKEN" -H "X-SVC-Tenant: ${tenantId}" \\
  -H "Content-Type: application/json" -d '{"name": "Favourites", "guest": true}')
SHOPPER=$(curl -sS $TOKEN_URL -d grant_type=urn:ietf:params:oauth:grant-type:token-exchange \\
  -d client_id=${clientId} -d client_secret=CLIENT_SECRET \\
  -d subject_token=$(echo "$GUEST" | value guestToken) \\
  -d subject_token_type=urn:wishlist-service:token-type:guest-token | value access_token)

# In the browser, which can see only this wishlist, for 15 minutes.
curl -sS "$LISTS?id=$(echo "$GUEST" | value id)" \\
  -H "Authorization: Bearer $SHOPPER" -H "X-SVC-Tenant: ${tenantId}"`;
}
