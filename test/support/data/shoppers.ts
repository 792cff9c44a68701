import assert from "node:assert/strict";
import { Caller, type Json, type Service, tokenRequest, unique, WS } from "../service.ts";

/** A caller that has the credentials of a client. */
type ClientCaller = Awaited<ReturnType<Service["newCaller"]>>;

const TYPES = "urn:wishlist-service:token-type";

/** Returns the fields that name the subject of a token exchange. */
export const byRef = (ref: string) => ({
  subject_token: ref,
  subject_token_type: `${TYPES}:customer-ref`,
});
export const byId = (id: string) => ({ subject_token: id, subject_token_type: `${TYPES}:customer-id` });
export const byGuestToken = (token: string) => ({
  subject_token: token,
  subject_token_type: `${TYPES}:guest-token`,
});

/** Requests a shopper's token (RFC 8693). */
export const exchange = (
  { baseUrl, tenantId, credentials }: ClientCaller,
  fields: Record<string, string>,
  options?: Parameters<typeof tokenRequest>[3],
) =>
  tokenRequest(
    baseUrl,
    tenantId,
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      ...fields,
    },
    options,
  );

/** Returns a caller with a token for the customer or the guest that the fields name. */
export async function shopperOf(client: ClientCaller, subject: Record<string, string>): Promise<Caller> {
  const { status, body, text } = await exchange(client, subject);
  assert.equal(status, 200, text);
  return new Caller(client.baseUrl, client.tenantId, body.access_token);
}

/** Creates a guest's wishlist with an item. */
export async function newGuest(shop: Caller): Promise<{ list: Json; guestToken: string; item: Json }> {
  const { status, body, text } = await shop.post(`${WS}/wishlists`, { name: "mine", guest: true });
  assert.equal(status, 201, text);
  const { guestToken, ...list } = body;
  return { list, guestToken, item: await shop.newItem(list.id, { wishlistItemRef: unique("item") }) };
}

/** Returns the claims of a token without verifying it. */
export const claimsIn = (token: string): Json =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
