import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import { Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { byGuestToken, byRef, shopperOf } from "../../support/shoppers.ts";
import { until } from "../../support/until.ts";

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

describe("shoppers of a store", () => {
  it("see and change nothing of one another: 404 as for what does not exist, or 403 where no shopper may call", async () => {
    const shop = await service.newCaller();
    const own = await furnish(shop);
    await checkHiddenFromShopper(shop, await shopperOf(shop, byRef(own.customer.id)), own);
  });

  it("may call nothing but what the API document opens to them, and all of that is tried on another's", async () => {
    const shop = await service.newCaller();
    const [own, mine] = [await furnish(shop), await furnish(shop)];
    const guest = (await shop.post(`${WS}/wishlists`, { name: "mine", guest: true })).body;
    const shared = (await shop.post(`${WS}/wishlists/${own.list.id}/shares`, {})).body;
    const shoppers = [
      await shopperOf(shop, byRef(own.customer.id)),
      await shopperOf(shop, byGuestToken(guest.guestToken)),
    ];
    const linkHolder = new Caller(service.baseUrl, shop.tenantId, shared.token);
    const { body: document } = await shop.get("/openapi.json");
    const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, { security }]) => ({
        ...{ method: method.toUpperCase(), path },
        callers: (security as object[]).flatMap((each) => Object.keys(each)),
      })),
    );
    const closed = operations.filter(({ callers }) => callers.length > 0);
    for (const { method, path, callers } of closed) {
      const asked = path.replaceAll(/\{\w+\}/g, "x");
      assert.equal((await linkHolder.send(method, asked)).status, 401, `${method} ${path}`);
      if (callers.includes("shopperToken")) continue;
      for (const shopper of shoppers) {
        const { status, body } = await shopper.send(method, asked);
        assert.deepEqual([status, body.code], [403, "Forbidden"], `${method} ${path}`);
      }
    }
    const tried = shopperProbes(mine, own).map(([method, path]) => `${method} ${path.split("?")[0] ?? ""}`);
    const isTried = (method: string, path: string) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/=]+")}$`);
      return tried.some((each) => pattern.test(each));
    };
    const open = operations.filter(({ callers }) => callers.includes("shopperToken"));
    assert.ok(open.length > 20);
    assert.deepEqual(
      open.filter(({ method, path }) => !isTried(method, path)),
      [],
    );
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
