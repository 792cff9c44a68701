import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const LISTS = {
  customers: { path: `${CS}/customers`, idOf: (row: Json) => row.id as string },
  wishlists: { path: `${WS}/wishlists/list`, idOf: (row: Json) => row.id as string },
  orders: { path: `${WS}/orders`, idOf: (row: Json) => row.orderRef as string },
  products: { path: `${WS}/products`, idOf: (row: Json) => row.productRef as string },
  alerts: { path: `${WS}/alerts/list`, idOf: (row: Json) => row.id as string },
};
type List = keyof typeof LISTS;

/** Names of all records in a list, page by page. */
async function namesOf(shop: Caller, list: List, query: Record<string, string> = {}): Promise<string[]> {
  const { path, idOf } = LISTS[list];
  const found: string[] = [];
  for (let cursor: string | undefined = ""; ;) {
    const params = new URLSearchParams({ ...query, ...(cursor === "" ? {} : { cursor }) });
    const { status, body, text } = await shop.get(`${path}?${params.toString()}`);
    assert.equal(status, 200, text);
    assert.ok(body[list].length <= Number(query["pageSize"] ?? 20), "a page is longer than asked for");
    found.push(...body[list].map(idOf));
    ({ cursor } = body);
    if (cursor === undefined) return "sortBy" in query ? found : found.sort();
  }
}

async function search(shop: Caller, text: string, pageSize = 20): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { status, body } = await shop.post(`${CS}/customers/search`, {
      text,
      pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    assert.equal(status, 200);
    assert.ok(body.customers.length <= pageSize, "a page is longer than asked for");
    found.push(...body.customers.map((row: Json) => row.id as string));
    ({ cursor } = body);
    if (cursor === undefined) return found;
  }
}

const order = (orderRef: string, more: object = {}) => ({
  orderRef,
  createdTime: new Date().toISOString(),
  lines: [{ lineRef: "1", variantRef: "unknown", quantity: 1 }],
  ...more,
});

describe("lists of a store", () => {
  it("show the newest orders first on request, by the time of creation, in any time zone", async () => {
    const shop = await service.newCaller();
    const at = (createdTime: string) => ({ createdTime });
    const sent = [
      order("second", at("2026-05-01T12:00:00+02:00")),
      order("fourth", at("2026-05-01T12:00:00Z")),
      order("first", at("2026-05-01T09:59:59Z")),
      order("third", { ...at("2026-05-01T06:30:00-04:00"), status: "cancelled" }),
      order("moved", { ...at("2026-04-01T00:00:00Z"), updatedTime: "2026-04-01T00:00:00Z" }),
    ];
    assert.equal((await shop.post(`${WS}/orders`, { orders: sent })).status, 202);
    const moved = { ...at("2026-06-01T00:00:00Z"), updatedTime: "2026-06-02T00:00:00Z" };
    assert.equal((await shop.post(`${WS}/orders`, order("moved", moved))).status, 202);
    await settled(service);
    const newest = ["moved", "fourth", "third", "second", "first"];
    for (const pageSize of ["1", "2", "50"])
      assert.deepEqual(await namesOf(shop, "orders", { sortBy: "newest", pageSize }), newest);
    const query = { sortBy: "newest", status: "cancelled" };
    assert.deepEqual(await namesOf(shop, "orders", query), ["third"]);
    const { status, body } = await shop.get(`${WS}/orders?sortBy=oldest`);
    assert.deepEqual([status, body.errors[0].path], [400, "sortBy"]);
  });

  it("show the newest alerts first on request", async () => {
    const shop = await service.newCaller();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const raised: string[] = [];
    for (let i = 0; i < 3; i++) {
      const product = await newProduct(shop, { available: 0 });
      await wishFor(shop, product, { notifyMe: true });
      await settled(service);
      await setStock(shop, product.variantRef, 1);
      await settled(service);
      const all = await namesOf(shop, "alerts");
      raised.unshift(...all.filter((id) => !raised.includes(id)));
    }
    assert.equal(raised.length, 3);
    for (const pageSize of ["1", "2", "50"])
      assert.deepEqual(await namesOf(shop, "alerts", { sortBy: "newest", pageSize }), raised);
  });

  it("have every record of the store once, with any page size, and none of another store", async () => {
    const began = new Date().toISOString();
    const shop = await service.newCaller();
    const other = await service.newCaller();
    await other.newWishlist();
    const expected: Record<List, string[]> = {
      ...{ customers: [], wishlists: [], orders: [], products: [], alerts: [] },
    };
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
    const { productRef, variantRef } = await newProduct(shop, { available: 0 });
    expected.products.push(productRef);
    for (let i = 0; i < 9; i++) {
      const { customer, item } = await wishFor(shop, { productRef, variantRef }, { notifyMe: true });
      expected.customers.push(customer.id);
      expected.wishlists.push(item.wishlistId);
      expected.products.push((await newProduct(shop)).productRef);
      const { orderRef } = order(unique("o"));
      assert.equal((await shop.post(`${WS}/orders`, order(orderRef))).status, 202);
      expected.orders.push(orderRef);
    }
    await settled(service);
    await setStock(shop, variantRef, 100);
    await settled(service);
    for (const customerRef of expected.customers) {
      const { body } = await shop.get(`${WS}/alerts?customerRef=${customerRef}`);
      expected.alerts.push(...body.alerts.map(({ id }: Json) => id as string));
    }
    assert.equal(expected.alerts.length, 9);
    for (const list of Object.keys(LISTS) as List[])
      for (const pageSize of ["1", "4", "50"])
        assert.deepEqual(await namesOf(shop, list, { pageSize }), expected[list].sort(), list);
    for (const list of Object.keys(LISTS) as List[])
      assert.deepEqual(await namesOf(shop, list, { changedSince: began }), expected[list], list);
    for (const filter of [{ type: "back_in_stock" }, { status: "sent" }])
      assert.deepEqual(await namesOf(shop, "alerts", filter), expected.alerts);
    for (const filter of [{ type: "low_stock" }, { status: "failed" }])
      assert.deepEqual(await namesOf(shop, "alerts", filter), []);
  });

  it("keep only records that match the filters, and those changed since a time", async () => {
    const shop = await service.newCaller();
    const [invited, enabled] = [
      await shop.newCustomer({ state: "invited" }),
      await shop.newCustomer({ state: "enabled" }),
    ];
    const open = await shop.newWishlist({ customerRef: invited.id });
    const hidden = await shop.newWishlist({ customerRef: invited.id, isPrivate: true });
    const [draft, active] = [await newProduct(shop, {}, { status: "draft" }), await newProduct(shop)];
    await shop.post(`${WS}/orders`, { orders: [order("o1"), order("o2", { status: "cancelled" })] });
    await settled(service);
    assert.deepEqual(await namesOf(shop, "customers", { state: "invited" }), [invited.id]);
    assert.deepEqual(await namesOf(shop, "wishlists", { isPrivate: "true" }), [hidden.id]);
    assert.deepEqual(await namesOf(shop, "wishlists", { isPrivate: "false" }), [open.id]);
    assert.deepEqual(await namesOf(shop, "products", { status: "draft" }), [draft.productRef]);
    assert.deepEqual(await namesOf(shop, "orders", { status: "cancelled" }), ["o2"]);
    assert.deepEqual(await namesOf(shop, "alerts", { type: "low_stock" }), []);

    const { body } = await shop.put(`${CS}/customers`, { id: enabled.id, note: "x" });
    assert.ok(body.updated_at > enabled.updated_at);
    const since = { changedSince: body.updated_at as string };
    assert.deepEqual(await namesOf(shop, "customers", since), [enabled.id]);
    const { id: changed } = await shop.newItem(open.id);
    const { createdTime } = (await shop.get(`${WS}/wishlist/items/${changed}`)).body;
    assert.deepEqual(await namesOf(shop, "wishlists", { changedSince: createdTime }), [open.id]);
    const { modifiedTime } = (await shop.get(`${WS}/products/${active.productRef}`)).body;
    assert.deepEqual(await namesOf(shop, "products", { changedSince: modifiedTime }), [active.productRef]);
    for (const list of Object.keys(LISTS) as List[])
      assert.deepEqual(await namesOf(shop, list, { changedSince: "2100-01-01T00:00:00Z" }), [], list);
  });

  it("ignore the filters of other lists, and so never show the orders of a customer", async () => {
    const shop = await service.newCaller();
    const product = await newProduct(shop);
    const { customer } = await wishFor(shop, product);
    const lines = [{ lineRef: "1", variantRef: product.variantRef, quantity: 1 }];
    await shop.post(`${WS}/orders`, order("o1", { customerRef: customer.id, lines }));
    await settled(service);
    const filter = { customerRef: customer.id };
    assert.deepEqual(await namesOf(shop, "orders", filter), ["o1"]);
    for (const list of ["customers", "wishlists", "products", "alerts"] as const)
      assert.deepEqual(await namesOf(shop, list, filter), await namesOf(shop, list), list);
    assert.deepEqual(await namesOf(shop, "customers", filter), [customer.id]);
  });

  it("lose deleted records", async () => {
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer({ first_name: "Zoe" });
    const { id } = await shop.newWishlist({ customerRef });
    const { productRef } = await newProduct(shop);
    await shop.delete(`${WS}/wishlists?id=${id}`);
    await shop.delete(`${WS}/products/${productRef}`);
    await shop.delete(`${CS}/customers/${customerRef}`);
    for (const list of Object.keys(LISTS) as List[]) assert.deepEqual(await namesOf(shop, list), [], list);
    assert.deepEqual(await search(shop, "zoe"), []);
  });

  it("refuse an invalid cursor", async () => {
    const shop = await service.newCaller();
    for (const cursor of ["x", "bnVsbA", Buffer.from('[-1,""]').toString("base64url")]) {
      const { status, body } = await shop.get(`${CS}/customers?cursor=${cursor}`);
      assert.deepEqual([status, body.errors[0].path], [400, "cursor"]);
      const found = await shop.post(`${CS}/customers/search`, { text: "a", cursor });
      assert.deepEqual([found.status, found.body.errors[0].path], [400, "/cursor"]);
    }
    for (const cursor of ["x", "0-0", "00-0"]) {
      const { status, body } = await shop.get(`${WS}/audit?cursor=${cursor}`);
      assert.deepEqual([status, body.errors[0].path], [400, "cursor"], cursor);
    }
    assert.equal((await shop.get(`${WS}/audit?cursor=0-1`)).status, 200);
  });

  it("refuse each other's cursors", async () => {
    const shop = await service.newCaller();
    const product = await newProduct(shop, { available: 0 });
    for (let n = 0; n < 2; n++) {
      await wishFor(shop, product);
      await newProduct(shop);
      await shop.post(`${WS}/orders`, order(unique("order")));
    }
    await settled(service, { withinMs: 0 });
    const paths = [
      `${CS}/customers?`,
      `${WS}/wishlists/list?`,
      `${WS}/orders?`,
      `${WS}/orders?sortBy=newest&`,
      `${WS}/products?`,
      `${WS}/variants/${product.variantRef}/waiting?`,
    ];
    for (const path of paths) {
      const { cursor } = (await shop.get(`${path}pageSize=1`)).body;
      assert.ok(cursor, path);
      for (const other of paths) {
        const { status } = await shop.get(`${other}pageSize=1&cursor=${cursor}`);
        assert.equal(status, other === path ? 200 : 400, `the cursor of ${path} at ${other}`);
      }
    }
  });
});

describe("search for customers", () => {
  it("finds by e-mail address, phone number, reference, id, and the beginning of a name, each customer once", async () => {
    const shop = await service.newCaller();
    const people = [
      {
        id: "ann",
        first_name: "Ann",
        last_name: "Anders",
        email: "Ann@Shop.example",
        phone: "+493012345678",
      },
      { id: "zoë", first_name: "Zoë", last_name: "Müller-Straße" },
      { id: "jo", first_name: "Jo", last_name: "Ann" },
      { id: "sole", last_name: "Sole" },
      { id: "REF-4711", last_name: "Quirk" },
      { id: "kim@shop.example", first_name: "kim@shop.example" },
      { id: "kim", email: "kim@shop.example" },
    ];
    for (const person of people) await shop.newCustomer(person);
    const { svc_customer_id: id } = (await shop.get(`${CS}/customers/ann`)).body;
    for (const [text, expected] of [
      ["ann@shop.EXAMPLE", ["ann"]],
      ["+49 30 12345678", ["ann"]],
      [id as string, ["ann"]],
      [" REF-4711 ", ["REF-4711"]],
      ["ann", ["ann", "jo"]],
      ["AN", ["ann", "jo"]],
      ["anders  a", ["ann"]],
      ["muller-strasse", ["zoë"]],
      ["zoe MÜ", ["zoë"]],
      ["sole", ["sole"]],
      ["kim@shop.example", ["kim", "kim@shop.example"]],
      ["kim@", ["kim@shop.example"]],
      ["nn", []],
      ["!", []],
    ] as [string, string[]][])
      for (const pageSize of [1, 2, 20])
        assert.deepEqual((await search(shop, text, pageSize)).sort(), expected, text);
    const other = await service.newCaller();
    assert.deepEqual(await search(other, "ann"), []);
  });

  it("follows a change of the name", async () => {
    const shop = await service.newCaller();
    const { id } = await shop.newCustomer({ first_name: "Ada", last_name: "Byron" });
    await shop.put(`${CS}/customers`, { id, last_name: "Lovelace" });
    assert.deepEqual(await search(shop, "byron"), []);
    assert.deepEqual(await search(shop, "lovelace"), [id]);
    await shop.put(`${CS}/customers`, { id, first_name: null, last_name: null });
    assert.deepEqual(await search(shop, "ada"), []);
  });
});
