import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import {
  Caller,
  CS,
  type Json,
  send,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { byGuestToken, exchange, shopperOf } from "../../support/shoppers.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { SHOPPER_RATE_LIMIT: "off" });
});

const ITEMS = `${WS}/wishlist/items`;
const product = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });

/** Everything that one caller can ask about another's things. */
function probes(
  mine: { customer: Json; list: Json; item: Json },
  own: { customer: Json },
): [string, string, Json?][] {
  const { customer, list, item } = mine;
  return [
    ["GET", `${CS}/customers/${customer.id}`],
    ["GET", `${CS}/customers/${customer.svc_customer_id}`],
    ["PUT", `${CS}/customers`, { id: customer.id, note: "x" }],
    ["PUT", `${CS}/customers`, { svc_customer_id: customer.svc_customer_id, note: "x" }],
    ["DELETE", `${CS}/customers/${customer.id}`],
    ["DELETE", `${CS}/customers/${customer.svc_customer_id}`],
    ["POST", `${WS}/wishlists`, { customerId: customer.svc_customer_id, name: "x" }],
    ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "x" }],
    ["GET", `${WS}/wishlists?id=${list.id}`],
    ["GET", `${WS}/wishlists?wishlistRef=${list.wishlistRef}`],
    ["PUT", `${WS}/wishlists`, { id: list.id, name: "x" }],
    ["PUT", `${WS}/wishlists`, { wishlistRef: list.wishlistRef, name: "x" }],
    ["GET", `${WS}/wishlists/lookup?customerId=${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/lookup?customerRef=${customer.id}`],
    ["GET", `${ITEMS}?id=${list.id}`],
    ["GET", `${ITEMS}?wishlistRef=${list.wishlistRef}`],
    ["POST", ITEMS, { wishlistId: list.id, product: product() }],
    ["POST", ITEMS, { wishlistRef: list.wishlistRef, product: product() }],
    ["POST", `${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: [product()] }],
    ["POST", `${ITEMS}/move`, { wishlistId: list.id, toWishlistId: list.id, itemId: [item.id] }],
    ["POST", `${ITEMS}/copy`, { wishlistRef: list.wishlistRef, toWishlistId: list.id, itemId: [item.id] }],
    ["GET", `${ITEMS}/${item.id}`],
    ["GET", `${ITEMS}/ref=${item.wishlistItemRef}`],
    ["PUT", `${ITEMS}/id=${item.id}`, { notifyMe: true }],
    ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}`, { notifyMe: true }],
    ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}?wishlistId=${list.id}`, { notifyMe: true }],
    ["DELETE", `${ITEMS}/${item.id}`],
    ["DELETE", `${ITEMS}/${item.wishlistItemRef}/ref`],
    ["DELETE", `${WS}/wishlists?id=${list.id}`],
    ["DELETE", `${WS}/wishlists?wishlistRef=${list.wishlistRef}`],
    ["DELETE", `${WS}/wishlists/customer?customerId=${customer.svc_customer_id}`],
    ["DELETE", `${WS}/wishlists/customer?customerRef=${customer.id}`],
    ["GET", `${CS}/customers/${own.customer.id}x`],
    ["GET", `${CS}/v2/customers/${customer.svc_customer_id}`],
    ["GET", `${CS}/v2/customers/${customer.id}/ref`],
    ["PUT", `${CS}/v2/customers/id=${customer.svc_customer_id}`, { firstName: "x" }],
    ["PUT", `${CS}/v2/customers/customerRef=${customer.id}`, { firstName: "x" }],
    ["DELETE", `${CS}/v2/customers?id=${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/${list.id}`],
    ["GET", `${WS}/wishlists/${list.wishlistRef}/byref`],
    ["GET", `${WS}/wishlists/customer/${customer.svc_customer_id}`],
    ["GET", `${WS}/wishlists/customer/${customer.id}/byref`],
    ["PUT", `${WS}/wishlists/id=${list.id}`, { name: "x" }],
    ["PUT", `${WS}/wishlists/ref=${list.wishlistRef}`, { name: "x" }],
    ["DELETE", `${WS}/wishlists/${list.id}`],
    ["DELETE", `${WS}/wishlists/${list.wishlistRef}/byref`],
    ["GET", `${ITEMS}/ref/${item.wishlistItemRef}`],
    ["PUT", ITEMS, { id: item.id, notifyMe: true }],
    ["PUT", ITEMS, { wishlistItemRef: item.wishlistItemRef, notifyMe: true }],
  ];
}

async function furnish(caller: Caller) {
  const customer = await caller.newCustomer({ email: `${unique("ann")}@example.com` });
  const list = await caller.newWishlist({ customerRef: customer.id, wishlistRef: unique("list") });
  const item = await caller.newItem(list.id, { wishlistItemRef: unique("item") });
  return { customer, list, item };
}

/** Everything that a shopper can ask about another's things, and about the store. */
function shopperProbes(mine: Awaited<ReturnType<typeof furnish>>, own: Owned): [string, string, Json?][] {
  const { customer, list, item } = mine;
  const shares = `${WS}/wishlists/${list.id}/shares`;
  const moved = { wishlistId: own.list.id, itemId: [own.item.id] };
  return [
    ...probes(mine, own),
    ["POST", `${ITEMS}/move`, { ...moved, toWishlistId: list.id }],
    ["POST", `${ITEMS}/copy`, { ...moved, toWishlistRef: list.wishlistRef }],
    ["POST", `${ITEMS}/move`, { wishlistId: list.id, toWishlistId: own.list.id, itemId: [item.id] }],
    ["POST", `${ITEMS}/copy`, { wishlistId: list.id, toWishlistId: own.list.id, itemId: [item.id] }],
    ["POST", shares, {}],
    ["GET", shares],
    ["DELETE", `${shares}/x`],
    ["GET", `${WS}/wishlists/list`],
    ["POST", `${WS}/wishlists`, { name: "x", guest: true }],
    ["POST", `${WS}/wishlists/claim`, { guestToken: "x", customerRef: customer.id, mode: "keep" }],
    ["GET", `${WS}/settings`],
    ["POST", `${WS}/privacy/export`, { customerRef: customer.id }],
  ];
}

interface Owned {
  customer: Json;
  list: Json;
  item: Json;
}

/** A shopper sees nothing of another customer: 404 as for what does not exist, or 403 where no shopper may call. */
async function checkHiddenFromShopper(shop: Caller, shopper: Caller, own: Owned): Promise<void> {
  const mine = await furnish(shop);
  const read = () => shop.get(`${WS}/wishlists?id=${mine.list.id}`);
  const before = await read();
  const statuses = new Set<number>();
  for (const [method, path, body] of shopperProbes(mine, own)) {
    const { status, text, body: problem } = await shopper.send(method, path, body);
    const isForShoppers =
      path.startsWith(`${WS}/wishlist`) && !/\/(list|claim)$/.test(path) && body?.guest === undefined;
    assert.deepEqual(
      [status, problem.code],
      isForShoppers ? [404, "ResourceNotFound"] : [403, "Forbidden"],
      `${method} ${path} ${text}`,
    );
    assert.ok(!text.includes(mine.customer.email), path);
    statuses.add(status);
  }
  assert.deepEqual([...statuses].sort(), [403, 404]);
  assert.equal((await read()).text, before.text);
}

/** A guest's wishlist with an item. */
async function newGuest(shop: Caller) {
  const { status, body, text } = await shop.post(`${WS}/wishlists`, { name: "mine", guest: true });
  assert.equal(status, 201, text);
  const { guestToken, ...list } = body;
  return { list, guestToken, item: await shop.newItem(list.id, { wishlistItemRef: unique("item") }) };
}

describe("guests of a store", () => {
  it("see and change nothing but their own wishlist", async () => {
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
      ["POST", ITEMS, { wishlistId: other.list.id, product: product() }],
    ] as const)
      assert.equal((await shopper.send(method, path, body)).status, 404, path);
    assert.equal((await shop.get(`${ITEMS}/${other.item.id}`)).status, 200);
  });

  it("have the use of it, until it is claimed", async () => {
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
    const added = await ask("POST", ITEMS, { wishlistId: list.id, product: product() });
    await ask("DELETE", `${ITEMS}/${added.id}`);
    const { id: customerRef } = await shop.newCustomer();
    const claim = { guestToken, customerRef, mode: "keep" };
    assert.equal((await shop.post(`${WS}/wishlists/claim`, claim)).status, 200);
    assert.equal((await shopper.get(`${WS}/wishlists?id=${list.id}`)).status, 401);
    const late = await exchange(shop, byGuestToken(guestToken));
    assert.deepEqual([late.status, late.body.error], [400, "invalid_request"]);
  });
});

describe("a link to a wishlist", () => {
  it("opens nothing but the shared wishlist: it is no access token", async () => {
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
