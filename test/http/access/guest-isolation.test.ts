import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { checkHiddenFromShopper, furnish, newVariant, probes } from "../../support/data/probes.ts";
import { byGuestToken, exchange, newGuest, shopperOf } from "../../support/data/shoppers.ts";
import { atEnd } from "../../support/redis.ts";
import { Caller, type Json, send, type Service, startService, WS } from "../../support/service.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { SHOPPER_RATE_LIMIT: "off" });
});

const ITEMS = `${WS}/wishlist/items`;

describe("guests of a store", () => {
  it("can read and change only their own wishlist", async () => {
    const shop = await service.newCaller();
    const [guest, other] = [await newGuest(shop), await newGuest(shop)];
    const shopper = await shopperOf(shop, byGuestToken(guest.guestToken));
    const customer = await shop.newCustomer();
    await checkHiddenFromShopper(shop, shopper, { customer, ...guest });
    for (const [method, path, body] of [
      ["GET", `${WS}/wishlists?id=${other.list.id}`],
      ["GET", `${ITEMS}/${other.item.id}`],
      ["GET", `${ITEMS}/ref=${other.item.wishlistItemRef}`],
      ["DELETE", `${ITEMS}/${other.item.id}`],
      ["DELETE", `${WS}/wishlists?id=${other.list.id}`],
      ["POST", ITEMS, { wishlistId: other.list.id, product: newVariant() }],
    ] as const)
      assert.equal((await shopper.send(method, path, body)).status, 404, path);
    assert.equal((await shop.get(`${ITEMS}/${other.item.id}`)).status, 200);
  });

  it("have full use of their wishlist until it is claimed", async () => {
    const shop = await service.newCaller();
    const { guestToken, list, item } = await newGuest(shop);
    const shopper = await shopperOf(shop, byGuestToken(guestToken));
    const ask = async (method: string, path: string, body?: Json) => {
      const answer = await shopper.send(method, path, body);
      assert.ok(answer.status < 300, `${method} ${path} ${answer.text}`);
      return answer.body;
    };
    assert.equal((await ask("GET", `${WS}/wishlists?id=${list.id}`)).guest, true);
    await ask("PUT", `${WS}/wishlists`, { id: list.id, name: "ours" });
    await ask("GET", `${ITEMS}/ref=${item.wishlistItemRef}`);
    await ask("PUT", `${ITEMS}/id=${item.id}`, { quantity: 2 });
    const added = await ask("POST", ITEMS, { wishlistId: list.id, product: newVariant() });
    await ask("DELETE", `${ITEMS}/${added.id}`);
    const { id: customerRef } = await shop.newCustomer();
    const claim = { guestToken, customerRef, mode: "keep" };
    assert.equal((await shop.post(`${WS}/wishlists/claim`, claim)).status, 200);
    assert.equal((await shopper.get(`${WS}/wishlists?id=${list.id}`)).status, 401);
    const late = await exchange(shop, byGuestToken(guestToken));
    assert.deepEqual([late.status, late.body.error], [400, "invalid_request"]);
  });
});

describe("a share link", () => {
  it("gives access to the shared wishlist only: it is not an access token", async () => {
    const shop = await service.newCaller();
    const [mine, own] = [await furnish(shop), await furnish(shop)];
    const { body } = await shop.post(`${WS}/wishlists/${mine.list.id}/shares`, {});
    const holder = new Caller(service.baseUrl, shop.tenantId, body.token);
    for (const [method, path, sent] of probes(mine, own))
      assert.equal((await holder.send(method, path, sent)).status, 401, path);
    const shared = await send(service.baseUrl, "GET", `${WS}/shared/${body.token}`);
    assert.equal(shared.status, 200);
    assert.ok(!shared.text.includes(mine.customer.id) && !shared.text.includes(own.list.id));
  });
});
