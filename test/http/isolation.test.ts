import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import { Caller, CS, type Json, send, type Service, startService, unique, WS } from "../support/service.ts";
import { byGuestToken, byId, byRef, claimsIn, exchange, shopperOf } from "../support/shoppers.ts";
import { until } from "../support/until.ts";

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

describe("shoppers of a store", () => {
  it("see and change nothing of one another: 404 as for what does not exist, or 403 where no shopper may call", async () => {
    const shop = await service.newCaller();
    const own = await furnish(shop);
    await checkHiddenFromShopper(shop, await shopperOf(shop, byRef(own.customer.id)), own);
  });

  it("have the use of their own wishlists, items and shares", async () => {
    const shop = await service.newCaller();
    const { customer, list, item } = await furnish(shop);
    const shopper = await shopperOf(shop, byRef(customer.id));
    const statuses: Record<string, number> = {};
    const ask = async (method: string, path: string, body?: Json) => {
      const answer = await shopper.send(method, path, body);
      statuses[`${method} ${path}`] = answer.status;
      assert.ok(answer.status < 300, `${method} ${path} ${answer.text}`);
      return answer.body;
    };
    await ask("GET", `${WS}/wishlists/lookup?customerRef=${customer.id}`);
    await ask("GET", `${WS}/wishlists?wishlistRef=${list.wishlistRef}`);
    await ask("GET", `${ITEMS}/ref=${item.wishlistItemRef}`);
    await ask("PUT", `${ITEMS}/id=${item.id}`, { quantity: 2 });
    const second = await ask("POST", `${WS}/wishlists`, { customerRef: customer.id, name: "second" });
    const added = await ask("POST", ITEMS, { wishlistId: second.id, product: product() });
    const both = { wishlistId: second.id, toWishlistId: list.id };
    await ask("POST", `${ITEMS}/copy`, { ...both, itemId: [added.id] });
    await ask("POST", `${ITEMS}/move`, { ...both, itemId: [added.id] });
    const { id } = await ask("POST", `${WS}/wishlists/${second.id}/shares`, {});
    await ask("DELETE", `${WS}/wishlists/${second.id}/shares/${id}`);
    await ask("DELETE", `${ITEMS}/${item.wishlistItemRef}/ref`);
    await ask("DELETE", `${WS}/wishlists?id=${second.id}`);
    assert.equal(Object.keys(statuses).length, 12);
  });

  it("choose no references: a taken one answers as a free one does", async () => {
    const shop = await service.newCaller();
    const [taken, own] = [await furnish(shop), await furnish(shop)];
    const { customer, list, item } = own;
    const shopper = await shopperOf(shop, byRef(customer.id));
    const chosen = (wishlistRef: string | null, wishlistItemRef: string | null): [string, string, Json][] => [
      ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "x", wishlistRef }],
      ["PUT", `${WS}/wishlists`, { id: list.id, wishlistRef }],
      ["PUT", `${WS}/wishlists/id=${list.id}`, { wishlistRef }],
      ["POST", ITEMS, { wishlistId: list.id, product: product(), wishlistItemRef }],
      [
        "POST",
        `${WS}/wishlist/add-items`,
        { wishlistId: list.id, itemRef: [{ ...product(), wishlistItemRef }] },
      ],
      ["PUT", `${ITEMS}/id=${item.id}`, { wishlistItemRef }],
      ["PUT", `${ITEMS}/ref=${item.wishlistItemRef}`, { wishlistItemRef }],
      ["PUT", ITEMS, { id: item.id, wishlistItemRef }],
    ];
    const answersTo = async (requests: [string, string, Json][]) => {
      const answers = [];
      for (const request of requests) {
        const { status, body } = await shopper.send(...request);
        answers.push([status, body.code, body.detail, body.errors]);
      }
      return answers;
    };
    const free = await answersTo(chosen(unique("w"), unique("i")));
    assert.deepEqual(free, await answersTo(chosen(taken.list.wishlistRef, taken.item.wishlistItemRef)));
    assert.deepEqual(
      free.map(([status, code, , errors]) => [status, code, errors[0].path]),
      [
        [405, "InvalidInput", "/wishlistRef"],
        [400, "InvalidInput", "/wishlistRef"],
        [400, "InvalidInput", "/wishlistRef"],
        [405, "InvalidInput", "/wishlistItemRef"],
        [400, "InvalidInput", "/itemRef/0/wishlistItemRef"],
        ...Array.from({ length: 3 }, () => [400, "InvalidInput", "/wishlistItemRef"]),
      ],
    );
    // Nor do they give one up: what names a wish for the retailer stays. On creation, null chooses none.
    const given = (await answersTo(chosen(null, null))).map(([status]) => status);
    assert.deepEqual(given, [201, 400, 400, 200, 202, 400, 400, 400]);
    // What a request names by its reference has it already.
    const named = { wishlistItemRef: item.wishlistItemRef, quantity: 2 };
    for (const path of [ITEMS, `${ITEMS}/ref=${item.wishlistItemRef}`])
      assert.equal((await shopper.put(path, named)).status, 200);
  });

  it("have keys for retries of their own", async () => {
    const shop = await service.newCaller();
    const [one, two] = [await furnish(shop), await furnish(shop)];
    const options = { headers: { "Idempotency-Key": unique("k") } };
    const ids: string[] = [];
    for (const { customer } of [one, two]) {
      const shopper = await shopperOf(shop, byRef(customer.id));
      const body = { customerRef: customer.id, name: "x" };
      const { status, text, body: made } = await shopper.post(`${WS}/wishlists`, body, options);
      assert.equal(status, 201, text);
      ids.push(made.id);
    }
    assert.notEqual(ids[0], ids[1]);
  });

  it("are nobody once their client may not exchange tokens", async () => {
    const shop = await service.newCaller();
    const { customer, list } = await furnish(shop);
    const shopper = await shopperOf(shop, byRef(customer.id));
    const read = async () => (await shopper.get(`${WS}/wishlists?id=${list.id}`)).status;
    assert.equal(await read(), 200);
    await service.tenants.setClientScopes(shop.tenantId, shop.credentials.clientId, ["wishlists:read"]);
    await until("the token is refused", async () => (await read()) === 401);
  });

  it("are nobody once their customer is deleted, also when another has the reference", async () => {
    const shop = await service.newCaller();
    const { customer, list } = await furnish(shop);
    const shopper = await shopperOf(shop, byRef(customer.id));
    const read = () => shopper.get(`${WS}/wishlists?id=${list.id}`);
    assert.equal((await read()).status, 200);
    assert.equal((await shop.delete(`${CS}/customers/${customer.id}`)).status, 204);
    assert.equal((await read()).status, 401);
    await shop.newCustomer({ id: customer.id });
    assert.equal((await read()).status, 401);
  });
});

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

describe("the exchange of tokens", () => {
  it("gives a token of 15 minutes for one customer or guest, as RFC 8693 says", async () => {
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
    }
  });

  it("refuses in OAuth's words what it cannot give", async () => {
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
