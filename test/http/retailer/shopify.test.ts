import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP, sign } from "../../support/data/shopify.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { alertsOf, newProduct, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
let shops: Shops;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  shops = new Shops(service.redis, service.keys);
  await shops.put({ domain: SHOP, storeKey: `${shop.tenantId}/default` }, SECRET, 0);
});

const webhook = (topic: string, raw: string | Buffer, headers?: Record<string, string>) =>
  sendWebhook(service, topic, raw, headers);

describe("a Shopify webhook", () => {
  it("is answered 401 unless a known shop has signed exactly this body", async () => {
    const raw = `{"id": 1, "title": "Ü"}`;
    assert.equal((await webhook("products/update", raw)).status, 200);
    const wrong = [
      { "X-Shopify-Hmac-SHA256": sign(raw, "other") },
      { "X-Shopify-Hmac-SHA256": sign(`${raw} `) },
      { "X-Shopify-Hmac-SHA256": "" },
      { "X-Shopify-Shop-Domain": "other.myshopify.com" },
    ];
    for (const headers of wrong) assert.equal((await webhook("products/update", raw, headers)).status, 401);
  });

  it("is answered 401 while the tenant of its shop is suspended", async () => {
    const domain = "suspended.myshopify.com";
    const { tenantId } = await service.newCaller();
    await shops.put({ domain, storeKey: `${tenantId}/default` }, SECRET, 0);
    const status = async () =>
      (await webhook("products/update", `{"id": 1, "title": "A"}`, { "X-Shopify-Shop-Domain": domain }))
        .status;
    assert.equal(await status(), 200);
    await service.tenants.setState(tenantId, "suspended");
    assert.equal(await status(), 401);
  });

  it("may be signed with the old secret during a rotation", async () => {
    await shops.put({ domain: SHOP, storeKey: `${shop.tenantId}/default` }, "shpss_new", 60);
    const raw = `{"id": 2, "title": "T"}`;
    assert.equal((await webhook("products/update", raw)).status, 200);
    assert.equal(
      (await webhook("products/update", raw, { "X-Shopify-Hmac-SHA256": sign(raw, "shpss_new") })).status,
      200,
    );
    await shops.put({ domain: SHOP, storeKey: `${shop.tenantId}/default` }, SECRET, 0);
    assert.equal(
      (await webhook("products/update", raw, { "X-Shopify-Hmac-SHA256": sign(raw, "shpss_new") })).status,
      401,
    );
  });

  it("of products and inventory levels changes the catalogue", async () => {
    const product = (title: string) =>
      `{"id": 788032119674292922, "title": "${title}", "status": "active", "variants": [{"id": 5001, "inventory_item_id": 6001, "price": "9.00"}]}`;
    await shop.put(`${WS}/settings`, { currency: "NOK" });
    await webhook("products/create", product("One"));
    assert.equal((await shop.get(`${WS}/variants/5001`)).body.currency, "NOK");
    await webhook("products/update", product("Two"));
    assert.equal((await shop.get(`${WS}/products/788032119674292922`)).body.title, "Two");
    await webhook(
      "inventory_levels/update",
      `{"inventory_item_id": 6001, "location_id": 7, "available": 3, "updated_at": "2026-01-01T00:00:00Z"}`,
    );
    assert.equal((await shop.get(`${WS}/variants/5001`)).body.available, 3);
    await webhook("inventory_levels/disconnect", `{"inventory_item_id": 6001, "location_id": 7}`);
    assert.equal((await shop.get(`${WS}/variants/5001`)).body.available, 0);
    await webhook("products/delete", `{"id": 788032119674292922}`);
    assert.equal((await shop.get(`${WS}/products/788032119674292922`)).status, 404);
  });

  it("of one location's stock keeps the total of the product until the other locations are known", async () => {
    const units = async () => (await shop.get(`${WS}/variants/5002`)).body.available;
    const product = (total: number, second: number) =>
      `{"id": 51, "title": "Tent", "status": "active", "updated_at": "2026-01-01T00:00:0${second}Z",
        "variants": [{"id": 5002, "inventory_item_id": 6002, "inventory_quantity": ${total}}]}`;
    const level = (location: number, available: number, second: number) =>
      `{"inventory_item_id": 6002, "location_id": ${location}, "available": ${available}, "updated_at": "2026-01-01T00:00:0${second}Z"}`;
    await webhook("products/create", product(10, 0));
    await webhook("inventory_levels/update", level(1, 0, 1));
    assert.equal(await units(), 10);
    await webhook("inventory_levels/update", level(2, 10, 1));
    await webhook("inventory_levels/update", level(2, 0, 3));
    assert.equal(await units(), 0);
    await webhook("products/update", product(10, 2));
    assert.equal(await units(), 0);
    await webhook("products/update", product(4, 4));
    assert.equal(await units(), 4);
    const { body } = await shop.get(`${WS}/variants/5002`);
    assert.deepEqual(
      body.stockLevels.map((row: Json) => [row.locationRef, row.available]),
      [
        ["1", 0],
        ["2", 0],
        [undefined, 4],
      ],
    );
  });

  it("of a product with null instead of absent members keeps what they do not say, and applies the rest", async () => {
    const update = (fields: object) =>
      webhook("products/update", JSON.stringify({ id: 54, title: "Pole", status: "active", ...fields }));
    const variant = { id: 5006, sku: "POLE-1", price: "9.00" };
    const read = async () => (await shop.get(`${WS}/variants/5006`)).body;
    await update({ variants: [{ ...variant, inventory_quantity: 0 }] });
    await update({ variants: [{ ...variant, price: "8.00", inventory_quantity: null }] });
    const { price, available, isAvailable } = await read();
    assert.deepEqual([price, available, isAvailable], ["8.00", 0, false]);
    await update({ variants: null, images: null, image: null, status: "archived" });
    const { body } = await shop.get(`${WS}/products/54`);
    assert.deepEqual([body.status, body.variants.length], ["archived", 1]);
  });

  it("that removes a variant keeps it sold out, also when stock arrives for its SKU, until it is listed again", async () => {
    const variantOf = (id: number) => ({
      id,
      sku: "TARP-1",
      inventory_item_id: id + 1000,
      inventory_quantity: 0,
    });
    const list = (...ids: number[]) =>
      webhook(
        "products/update",
        JSON.stringify({ id: 53, title: "Tarp", status: "active", variants: ids.map(variantOf) }),
      );
    const stock = async (row: object) =>
      (await shop.post(`${WS}/stock-levels`, row)).body.results.map(({ status }: Json) => status);
    const units = () =>
      Promise.all([5004, 5005].map(async (id) => (await shop.get(`${WS}/variants/${id}`)).body.available));
    await list(5004);
    const { customer } = await wishFor(shop, { productRef: "53", variantRef: "5004" }, { notifyMe: true });
    await list(5005);
    assert.deepEqual(await stock({ sku: "TARP-1", available: 5 }), ["applied"]);
    const level = { inventory_item_id: 6004, location_id: 1, updated_at: new Date(Date.now() + 60_000) };
    assert.deepEqual(await stock({ ...level, available: 6 }), ["parked"]);
    await settled(service);
    assert.deepEqual(await units(), [0, 5]);
    assert.deepEqual(await alertsOf(shop, customer), []);
    await list(5004, 5005);
    await settled(service);
    assert.equal((await units())[0], 6);
  });

  it("without a time has the time when it was triggered, however late it is delivered", async () => {
    await webhook(
      "products/create",
      `{"id": 52, "title": "Rope", "variants": [{"id": 5003, "inventory_item_id": 6003}]}`,
    );
    const level = (available: number, second: number) =>
      `{"inventory_item_id": 6003, "location_id": 1, "available": ${available}, "updated_at": "2026-01-01T00:00:0${second}Z"}`;
    await webhook("inventory_levels/update", level(3, 1));
    await webhook("inventory_levels/connect", level(5, 5));
    await webhook("inventory_levels/disconnect", `{"inventory_item_id": 6003, "location_id": 1}`, {
      "X-Shopify-Triggered-At": "2026-01-01T00:00:03.000000000Z",
    });
    assert.equal((await shop.get(`${WS}/variants/5003`)).body.available, 5);
  });

  it("of an order marks fulfilled wishes as purchased, once however often it is delivered", async () => {
    const product = await newProduct(shop);
    const email = `${unique("ann")}@example.com`;
    const { item } = await wishFor(shop, product, {}, { email });
    const raw = `{"id": 9001, "email": "${email}", "created_at": "${new Date(Date.now() + 1000).toISOString()}",
      "line_items": [{"id": 1, "product_id": "${product.productRef}", "variant_id": "${product.variantRef}", "quantity": 1}]}`;
    const headers = { "X-Shopify-Webhook-Id": unique("same") };
    for (let i = 0; i < 3; i++) assert.equal((await webhook("orders/create", raw, headers)).status, 200);
    const isBought = async () => (await shop.get(`${WS}/wishlist/items/${item.id}`)).body.purchased;
    await settled(service, { withinMs: 0 });
    assert.equal(await isBought(), true);
    const refund = `{"id": 5, "order_id": 9001, "created_at": "${new Date().toISOString()}",
      "refund_line_items": [{"line_item_id": 1, "quantity": 1}]}`;
    assert.equal((await webhook("refunds/create", refund)).status, 200);
    await settled(service);
    assert.equal(await isBought(), false);
    const { events } = (await shop.get(`${WS}/changes?limit=1000`)).body;
    const types = events.filter(({ data }: Json) => data.itemId === item.id).map(({ type }: Json) => type);
    assert.deepEqual(types, [
      "wishlist.item.added",
      "wishlist.item.purchased",
      "wishlist.item.purchase_reverted",
    ]);
  });

  it("is checked for its signature before it is parsed, over its bytes", async () => {
    assert.equal((await webhook("orders/create", "no json")).status, 400);
    assert.equal((await webhook("orders/create", "no json", { "X-Shopify-Hmac-SHA256": "" })).status, 401);
    const marked = Buffer.from(`\uFEFF{"id": 3, "title": "Marked"}`);
    assert.equal((await webhook("products/update", marked)).status, 200);
    assert.equal((await shop.get(`${WS}/products/3`)).body.title, "Marked");
    const broken = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    assert.equal((await webhook("products/update", broken)).status, 400);
  });

  it("is answered 400 and changes nothing if the body does not fit the topic", async () => {
    const { customer } = await wishFor(shop, { productRef: "p", variantRef: "v" }, {}, { id: unique("c") });
    const order = JSON.stringify({ id: customer.id, line_items: [], customer: { id: customer.id } });
    const topics = ["customers/redact", "customers/delete", "customers/update", "products/delete"];
    for (const topic of [...topics, "inventory_levels/update", "refunds/create"])
      assert.equal((await webhook(topic, order)).status, 400, topic);
    const { body: problem } = await webhook("customers/redact", order);
    assert.ok(problem.errors.some(({ path }: Json) => path === "/shop_domain"));
    assert.match((await webhook("orders/create", `{"id": 1}`)).body.detail, /\/line_items is missing/);
    assert.equal((await shop.get(`${CS}/customers/${customer.id}`)).status, 200);
  });

  it("is answered 400 if it is about personal data and names its person or the orders in no usable form", async () => {
    const unusable = [{ id: {} }, { id: [] }, { email: 5 }, { email: "nobody" }, { phone: "123" }];
    for (const topic of ["customers/redact", "customers/data_request"]) {
      const orders = topic === "customers/redact" ? "orders_to_redact" : "orders_requested";
      const bodies: [path: string, body: object][] = [
        ...unusable.map((customer): [string, object] => ["/customer", { customer }]),
        [`/${orders}`, { customer: { id: 12 }, [orders]: "x" }],
        [`/${orders}`, { customer: { id: 12 }, [orders]: [{}] }],
      ];
      for (const [path, body] of bodies) {
        const raw = JSON.stringify({ shop_domain: SHOP, ...body });
        const { status, body: problem } = await webhook(topic, raw);
        assert.deepEqual([status, problem.errors[0].path], [400, path], raw);
      }
    }
    const { requests } = (await shop.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(requests, []);
  });

  it("is answered with success although it cannot be applied, because a repetition would not help", async () => {
    assert.equal((await webhook("orders/create", `{"id": 1, "line_items": [{}]}`)).status, 200);
    assert.equal((await webhook("carts/update", `{"id": 1}`)).status, 200);
  });
});
