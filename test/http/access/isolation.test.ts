import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import type { Caller } from "../../support/service.ts";
import { CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";

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

/** Asks all of it as `stranger`; nothing may come of it but 404 in the same words as for what does not exist. */
async function checkHidden(owner: Caller, stranger: Caller): Promise<void> {
  const mine = await furnish(owner);
  const own = { customer: await stranger.newCustomer() };
  const before = await owner.get(`${WS}/wishlists?id=${mine.list.id}`);
  for (const [method, path, body] of probes(mine, own)) {
    const answer = await stranger.send(method, path, body);
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.equal(answer.body.code, "ResourceNotFound");
    assert.ok(!answer.text.includes(mine.customer.email), path);
    assert.ok(!("errors" in answer.body), path);
  }
  const after = await owner.get(`${WS}/wishlists?id=${mine.list.id}`);
  assert.equal(after.text, before.text);
  assert.equal((await owner.get(`${CS}/customers/${mine.customer.id}`)).status, 200);
  assert.equal((await stranger.get(`${WS}/wishlists/lookup?customerRef=${own.customer.id}`)).status, 404);
}

describe("tenants", () => {
  it("see nothing of one another: 404, as for what does not exist", async () => {
    await checkHidden(await service.newCaller(), await service.newCaller());
  });

  it("may use the same ids, references, e-mail addresses and phone numbers", async () => {
    const callers = [await service.newCaller(), await service.newCaller()];
    const same = { id: unique("c"), email: `${unique("ann")}@example.com`, phone: "+4930123456789" };
    const refs = { wishlistRef: unique("list"), wishlistItemRef: unique("item") };
    const ids = [];
    for (const caller of callers) {
      await caller.newCustomer(same);
      const list = await caller.newWishlist({ customerRef: same.id, wishlistRef: refs.wishlistRef });
      const item = await caller.newItem(list.id, { wishlistItemRef: refs.wishlistItemRef });
      ids.push(item.id);
    }
    for (const [i, caller] of callers.entries()) {
      assert.equal((await caller.get(`${ITEMS}/ref=${refs.wishlistItemRef}`)).body.id, ids[i]);
      const { body } = await caller.get(`${WS}/wishlists/lookup?customerRef=${same.id}`);
      assert.equal(body.wishlistCount, 1);
    }
  });

  it("must be named as the token names them: 403 in the same words for any other name", async () => {
    const [caller, other] = [await service.newCaller(), await service.newCaller()];
    const texts = new Set<string>();
    const names = [
      undefined,
      other.tenantId,
      "unknown",
      caller.tenantId.toUpperCase(),
      `${caller.tenantId} x`,
      "",
      [caller.tenantId, caller.tenantId],
    ];
    for (const name of names) {
      const answer = await caller.get(`${WS}/wishlists?id=x`, { headers: { "X-SVC-Tenant": name } });
      assert.equal(answer.status, 403, JSON.stringify(name));
      assert.equal(answer.body.code, "Forbidden");
      texts.add(JSON.stringify({ ...answer.body, requestId: "" }));
    }
    assert.equal(texts.size, 1);
  });
});

describe("stores of a tenant", () => {
  it("see nothing of one another", async () => {
    const berlin = await service.newCaller({ store: "berlin" });
    const paris = await service.callerFor(
      await service.tenants.createClient(berlin.tenantId, { store: "paris" }),
    );
    const none = await service.callerFor(await service.tenants.createClient(berlin.tenantId, {}));
    await checkHidden(berlin, paris);
    await checkHidden(berlin, none);
    await checkHidden(none, berlin);
  });

  it("are shared by the clients that are bound to them", async () => {
    const one = await service.newCaller({ store: "berlin" });
    const two = await service.callerFor(
      await service.tenants.createClient(one.tenantId, { store: "berlin" }),
    );
    const { list } = await furnish(one);
    assert.equal((await two.get(`${WS}/wishlists?id=${list.id}`)).status, 200);
  });

  it("have references of their own", async () => {
    const berlin = await service.newCaller({ store: "berlin" });
    const paris = await service.callerFor(
      await service.tenants.createClient(berlin.tenantId, { store: "paris" }),
    );
    const same = { id: unique("c"), email: `${unique("ann")}@example.com` };
    for (const caller of [berlin, paris]) {
      await caller.newCustomer(same);
      await caller.newWishlist({ customerRef: same.id, wishlistRef: "same" });
    }
    assert.equal((await berlin.post(`${CS}/customers`, same)).status, 405);
  });
});
