import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { checkHiddenFromShopper, furnish, newVariant, shopperProbes } from "../../support/data/probes.ts";
import { byGuestToken, byRef, shopperOf } from "../../support/data/shoppers.ts";
import { atEnd } from "../../support/redis.ts";
import { Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { SHOPPER_RATE_LIMIT: "off" });
});

const ITEMS = `${WS}/wishlist/items`;

describe("shoppers of a store", () => {
  it("can neither see nor change each other's data: 404 as for data that does not exist, or 403 for closed operations", async () => {
    const shop = await service.newCaller();
    const own = await furnish(shop);
    await checkHiddenFromShopper(shop, await shopperOf(shop, byRef(own.customer.id)), own);
  });

  it("may call only operations that the API document opens to them, and each is tested against another shopper's data", async () => {
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

  it("have full use of their own wishlists, items and shares", async () => {
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
    const added = await ask("POST", ITEMS, { wishlistId: second.id, product: newVariant() });
    const both = { wishlistId: second.id, toWishlistId: list.id };
    await ask("POST", `${ITEMS}/copy`, { ...both, itemId: [added.id] });
    await ask("POST", `${ITEMS}/move`, { ...both, itemId: [added.id] });
    const { id } = await ask("POST", `${WS}/wishlists/${second.id}/shares`, {});
    await ask("DELETE", `${WS}/wishlists/${second.id}/shares/${id}`);
    await ask("DELETE", `${ITEMS}/${item.wishlistItemRef}/ref`);
    await ask("DELETE", `${WS}/wishlists?id=${second.id}`);
    assert.equal(Object.keys(statuses).length, 12);
  });

  it("cannot choose references: a taken one has the same answer as a free one", async () => {
    const shop = await service.newCaller();
    const [taken, own] = [await furnish(shop), await furnish(shop)];
    const { customer, list, item } = own;
    const shopper = await shopperOf(shop, byRef(customer.id));
    const chosen = (wishlistRef: string | null, wishlistItemRef: string | null): [string, string, Json][] => [
      ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "x", wishlistRef }],
      ["PUT", `${WS}/wishlists`, { id: list.id, wishlistRef }],
      ["PUT", `${WS}/wishlists/id=${list.id}`, { wishlistRef }],
      ["POST", ITEMS, { wishlistId: list.id, product: newVariant(), wishlistItemRef }],
      [
        "POST",
        `${WS}/wishlist/add-items`,
        { wishlistId: list.id, itemRef: [{ ...newVariant(), wishlistItemRef }] },
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
    // Nor can they clear one: the retailer's name of a wish stays. On creation, null means no reference.
    const given = (await answersTo(chosen(null, null))).map(([status]) => status);
    assert.deepEqual(given, [201, 400, 400, 200, 202, 400, 400, 400]);
    // The item already has the reference in the request.
    const named = { wishlistItemRef: item.wishlistItemRef, quantity: 2 };
    for (const path of [ITEMS, `${ITEMS}/ref=${item.wishlistItemRef}`])
      assert.equal((await shopper.put(path, named)).status, 200);
  });

  it("can send back a wishlist and an item with their references", async () => {
    const shop = await service.newCaller();
    const { customer, list, item } = await furnish(shop);
    const shopper = await shopperOf(shop, byRef(customer.id));
    const read = (await shopper.get(`${WS}/wishlists?id=${list.id}`)).body;
    for (const path of [`${WS}/wishlists`, `${WS}/wishlists/id=${list.id}`]) {
      const { status, body } = await shopper.put(path, { ...read, name: "new" });
      assert.deepEqual([status, body.name, body.wishlistRef], [200, "new", list.wishlistRef]);
    }
    const sent = { ...(await shopper.get(`${ITEMS}/${item.id}`)).body, quantity: 2 };
    for (const path of [ITEMS, `${ITEMS}/id=${item.id}`, `${ITEMS}/ref=${item.wishlistItemRef}`]) {
      const { status, body } = await shopper.put(path, sent);
      assert.deepEqual([status, body.quantity, body.wishlistItemRef], [200, 2, item.wishlistItemRef]);
    }
  });

  /** A shopper with two items, of which one has fields that staff have set. */
  async function helpedShopper() {
    const shop = await service.newCaller();
    const { customer, list, item } = await furnish(shop);
    const said = {
      ...{ addedByStaff: true, staffRef: unique("staff") },
      ...{ locationRef: unique("place"), purchasedAndRemoved: true },
    };
    const helped = await shop.newItem(list.id, said);
    return { shopper: await shopperOf(shop, byRef(customer.id)), list, item, helped, said };
  }

  it("cannot set staff fields: a request that would change them is refused, and changes nothing", async () => {
    const { shopper, list, item, helped, said } = await helpedShopper();
    const refused = async (method: string, path: string, sent: Json, status = 400) => {
      const { status: got, body, text } = await shopper.send(method, path, sent);
      assert.deepEqual([got, body.code], [status, "InvalidInput"], `${method} ${path} ${text}`);
      return body.errors[0].path;
    };
    for (const [field, value] of Object.entries(said)) {
      const [set, other] = [{ [field]: value }, { [field]: value === true ? false : unique("other") }];
      for (const wish of [
        { product: newVariant(), ...set },
        { product: item.product, ...set },
        { product: helped.product, ...other },
      ])
        assert.equal(await refused("POST", ITEMS, { wishlistId: list.id, ...wish }, 405), `/${field}`);
      const rows = { wishlistId: list.id, itemRef: [newVariant(), { ...newVariant(), ...set }] };
      assert.equal(await refused("POST", `${WS}/wishlist/add-items`, rows), `/itemRef/1/${field}`);
      for (const [path, change] of [
        [`${ITEMS}/id=${item.id}`, set],
        [`${ITEMS}/ref=${item.wishlistItemRef}`, set],
        [ITEMS, { id: item.id, ...set }],
        [`${ITEMS}/id=${helped.id}`, other],
        [`${ITEMS}/id=${helped.id}`, { [field]: null }],
      ] as const)
        assert.equal(await refused("PUT", path, change), `/${field}`);
    }
    for (const [path, flag] of [
      [item.id, "true"],
      [`${item.wishlistItemRef}/ref`, "true"],
      [helped.id, "false"],
    ]) {
      const asked = `${ITEMS}/${path}?purchasedAndRemoved=${flag}`;
      assert.equal(await refused("DELETE", asked, undefined), "/purchasedAndRemoved");
    }
    const { body } = await shopper.get(`${WS}/wishlists?id=${list.id}`);
    assert.deepEqual(body.wishlistItems, [item, helped]);
  });

  it("keep the staff fields of an item if they omit them, or send the same values", async () => {
    const { shopper, list, item, helped, said } = await helpedShopper();
    const shown = (await shopper.get(`${ITEMS}/${helped.id}`)).body;
    const again = { wishlistId: list.id, product: helped.product };
    for (const [method, path, sent] of [
      ["PUT", `${ITEMS}/id=${helped.id}`, { quantity: 2 }],
      ["PUT", `${ITEMS}/id=${helped.id}`, shown],
      ["PUT", ITEMS, { id: helped.id, note: "for Ada" }],
      ["POST", ITEMS, again],
      ["POST", ITEMS, { ...again, ...said }],
    ] as const) {
      const { status, body, text } = await shopper.send(method, path, sent);
      assert.equal(status, 200, text);
      const { addedByStaff, staffRef, locationRef, purchasedAndRemoved } = body;
      assert.deepEqual({ addedByStaff, staffRef, locationRef, purchasedAndRemoved }, said);
    }
    const nothing = { addedByStaff: false, staffRef: null, locationRef: null, purchasedAndRemoved: false };
    assert.equal((await shopper.put(`${ITEMS}/id=${item.id}`, nothing)).status, 200);
    const rows = { wishlistId: list.id, itemRef: [{ ...newVariant(), ...nothing }] };
    assert.equal((await shopper.post(`${WS}/wishlist/add-items`, rows)).status, 202);
    for (const path of [`${helped.id}?purchasedAndRemoved=true`, item.id])
      assert.equal((await shopper.delete(`${ITEMS}/${path}`)).status, 204);
  });

  it("get a copy of an item of staff as their own wish, without the staff fields, and move it with them", async () => {
    const { shopper, list, helped, said } = await helpedShopper();
    const own = await shopper.post(`${WS}/wishlists`, { name: unique("own"), customerRef: list.customerRef });
    assert.equal(own.status, 201, own.text);
    const words = async (path: string, to: string) => {
      const sent = { wishlistId: list.id, toWishlistId: to, itemId: [helped.id] };
      const { status, body, text } = await shopper.post(`${WS}/wishlist/items/${path}`, sent);
      assert.equal(status, 200, text);
      const { body: item } = await shopper.get(`${ITEMS}/${body.items[0].id}`);
      const { addedByStaff, staffRef, locationRef } = item;
      return { addedByStaff, staffRef, locationRef };
    };
    const { purchasedAndRemoved: _, ...kept } = said;
    const nothing = { addedByStaff: false, staffRef: undefined, locationRef: undefined };
    assert.deepEqual(await words("copy", own.body.id), nothing);
    const other = await shopper.post(`${WS}/wishlists`, {
      name: unique("own"),
      customerRef: list.customerRef,
    });
    assert.deepEqual(await words("move", other.body.id), kept);
  });

  it("get 404 for another customer, by id, by reference and by both, and 405 if the names differ", async () => {
    const shop = await service.newCaller();
    const [{ customer: own }, { customer: other }] = [await furnish(shop), await furnish(shop)];
    const shopper = await shopperOf(shop, byRef(own.id));
    const statusFor = async (named: Json) =>
      (await shopper.post(`${WS}/wishlists`, { name: "x", ...named })).status;
    const [customerId, customerRef] = [other.svc_customer_id, other.id];
    for (const named of [{ customerId }, { customerRef }, { customerId, customerRef }])
      assert.equal(await statusFor(named), 404, JSON.stringify(named));
    assert.equal(await statusFor({ customerId: own.svc_customer_id, customerRef }), 405);
  });

  it("have Idempotency-Keys of their own", async () => {
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

  it("lose access once their client may not exchange tokens", async () => {
    const shop = await service.newCaller();
    const { customer, list } = await furnish(shop);
    const shopper = await shopperOf(shop, byRef(customer.id));
    const read = async () => (await shopper.get(`${WS}/wishlists?id=${list.id}`)).status;
    assert.equal(await read(), 200);
    await service.tenants.setClient(shop.tenantId, shop.credentials.clientId, { scopes: ["wishlists:read"] });
    await until("the token is refused", async () => (await read()) === 401);
  });

  it("lose access once their customer is deleted, also if another customer has the reference", async () => {
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
