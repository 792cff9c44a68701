import {
  type ClientOptions,
  createWishlistClient,
  type WishlistClient,
} from "../../../clients/typescript/src/index.ts";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import type { Service } from "../service.ts";

export const ITEMS = "/services/wsservice/api/wishlist/items";

/** Returns a typed client with the credentials of a tenant. */
export function clientOf(
  { baseUrl }: Service,
  { tenantId, clientId, clientSecret }: Credentials,
  options: Pick<Partial<ClientOptions>, "attempts" | "send"> = {},
): WishlistClient {
  return createWishlistClient({ baseUrl, tenant: tenantId, clientId, clientSecret, ...options });
}
