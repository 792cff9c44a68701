import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PastClock } from "../../../src/store/redis/past-clock.ts";
import {
  byGuestToken,
  byId,
  byRef,
  claimsIn,
  exchange,
  newGuest,
  shopperOf,
} from "../../support/data/shoppers.ts";
import { atEnd } from "../../support/redis.ts";
import { type Service, startService, WS } from "../../support/service.ts";

const suite = atEnd();
/** The clock of the service stands still until the test moves it. */
const clock = new PastClock(Date.now() - 86_400_000);
let service: Service;
before(async () => {
  service = await startService(suite, { SHOPPER_RATE_LIMIT: "off" }, { past: clock });
});

describe("token exchange", () => {
  it("issues a token of 15 minutes for one customer or guest, as in RFC 8693", async () => {
    const shop = await service.newCaller();
    const customer = await shop.newCustomer();
    const guest = await newGuest(shop);
    for (const [fields, subject] of [
      [byRef(customer.id), customer.svc_customer_id],
      [byId(customer.svc_customer_id), customer.svc_customer_id],
      [byGuestToken(guest.guestToken), guest.list.id],
    ]) {
      const { status, body, headers } = await exchange(shop, fields);
      assert.equal(status, 200);
      assert.deepEqual(
        [body.issued_token_type, body.token_type, body.expires_in, body.scope],
        ["urn:ietf:params:oauth:token-type:access_token", "Bearer", 900, "shopper"],
      );
      assert.equal(headers["cache-control"], "no-store");
      const claims = claimsIn(body.access_token);
      assert.deepEqual(
        [claims.sub, claims.act.sub, claims.scope],
        [subject, shop.credentials.clientId, "shopper"],
      );
      assert.equal(claims.exp - claims.iat, 900);
    }
  });

  it("finds a customer by a reference in the form of a Shopify global id, as other requests do", async () => {
    const shop = await service.newCaller();
    const customer = await shop.newCustomer({ id: "gid://shopify/Customer/207119551207119551" });
    assert.equal(customer.id, "207119551207119551");
    for (const ref of [customer.id, `gid://shopify/Customer/${customer.id}`])
      assert.equal(claimsIn((await shopperOf(shop, byRef(ref))).token).sub, customer.svc_customer_id, ref);
    const other = await exchange(shop, byRef("gid://shopify/Customer/1"));
    assert.deepEqual([other.status, other.body.error], [400, "invalid_request"]);
  });

  it("issues a token that is accepted for exactly these 15 minutes", async () => {
    const shop = await service.newCaller();
    const { customerRef } = await shop.newWishlist();
    const shopper = await shopperOf(shop, byRef(customerRef));
    const read = () => shopper.get(`${WS}/wishlists/lookup?customerRef=${customerRef}`);
    const endMs = claimsIn(shopper.token).exp * 1000;
    clock.advanceTo(endMs - 1);
    assert.equal((await read()).status, 200);
    clock.advanceTo(endMs);
    const { status, headers } = await read();
    assert.equal(status, 401);
    assert.match(headers["www-authenticate"] ?? "", /error="invalid_token"/);
  });

  it("answers with an OAuth error for an invalid request", async () => {
    const shop = await service.newCaller();
    const other = await service.newCaller();
    const customer = await shop.newCustomer();
    const good = byRef(customer.id);
    const { guestToken } = await newGuest(shop);
    const reader = await service.callerFor(
      await service.tenants.createClient(shop.tenantId, { scopes: ["wishlists:read"] }),
    );
    const cases: [typeof shop, Record<string, string>, string][] = [
      [shop, {}, "invalid_request"],
      [shop, byRef("none"), "invalid_request"],
      [shop, byRef((await other.newCustomer()).id), "invalid_request"],
      [shop, byId(customer.id), "invalid_request"],
      [other, byGuestToken(guestToken), "invalid_request"],
      [shop, byGuestToken(`${guestToken.slice(0, -43)}${"x".repeat(43)}`), "invalid_request"],
      [shop, byGuestToken("x"), "invalid_request"],
      [shop, byRef(guestToken), "invalid_request"],
      [shop, { ...good, subject_token_type: "urn:x" }, "invalid_request"],
      [shop, { ...good, requested_token_type: "urn:x" }, "invalid_request"],
      [shop, { ...good, actor_token: "x" }, "invalid_request"],
      [shop, { ...good, audience: "x" }, "invalid_target"],
      [shop, { ...good, resource: "https://x.example" }, "invalid_target"],
      [shop, { ...good, scope: "wishlists:read" }, "invalid_scope"],
      [reader, good, "unauthorized_client"],
    ];
    for (const [caller, fields, error] of cases) {
      const { status, body } = await exchange(caller, fields);
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(fields));
    }
    const plain = { grant_type: "client_credentials", scope: "shopper" };
    const asked = await exchange(shop, plain);
    assert.deepEqual([asked.status, asked.body.error], [400, "invalid_scope"]);
  });
});
