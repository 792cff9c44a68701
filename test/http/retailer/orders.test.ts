import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ORDERS = `${WS}/orders`;
const soon = (ms = 1000) => new Date(Date.now() + ms).toISOString();
const push = async (order: unknown) => (await shop.post(ORDERS, order)).body.results[0];
const orderOf = async (ref: string) => (await shop.get(`${ORDERS}/${ref}`)).body;
const itemOf = async (id: string) => shop.get(`${WS}/wishlist/items/${id}`);

/** A line of an order in its final state, when all work is done. */
async function lineOf(
  orderRef: string,
  isDone = (line: Json) => "matched" in line || "reason" in line,
  index = 0,
) {
  await settled(service, { withinMs: 0 });
  const line = (await orderOf(orderRef)).lines[index];
  assert.ok(isDone(line), JSON.stringify(line));
  return line;
}

const isMatched = (line: Json) => "matched" in line;
const isUnmatched = (line: Json) => "reason" in line;

/** The rules of orders have tests without a service (test/jobs/orders). These tests run through a service. */
describe("an order", () => {
  it("marks fulfilled wishes as purchased, at the time of the order", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const [orderRef, createdTime] = [unique("o"), soon()];
    const { productRef, variantRef } = product;
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const result = await push({ orderRef, customerRef: customer.id, createdTime, lines });
    assert.deepEqual(result, { orderRef, status: "accepted" });
    const { matched } = await lineOf(orderRef);
    assert.deepEqual(matched, { wishlistId: item.wishlistId, itemId: item.id, rule: "customer, variant" });
    const { body } = await itemOf(item.id);
    assert.deepEqual([body.purchased, body.purchasedDate], [true, createdTime]);
  });

  it("removes fulfilled wishes from the list if the tenant configures it, and restores them if it is cancelled", async () => {
    await shop.put(`${WS}/settings`, { removePurchased: true });
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const orderRef = unique("o");
    const { productRef, variantRef } = product;
    const order = {
      orderRef,
      customerRef: customer.id,
      createdTime: soon(),
      lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
    };
    await push(order);
    await lineOf(orderRef, isMatched);
    assert.equal((await itemOf(item.id)).status, 404);
    await settled(service);
    const { events } = (await shop.get(`${WS}/changes?limit=1000`)).body;
    const ofItem = (events as Json[]).filter(({ data }) => data.itemId === item.id);
    assert.deepEqual(
      ofItem.map(({ type }) => type),
      ["wishlist.item.added", "wishlist.item.purchased", "wishlist.item.removed"],
    );
    const [, bought, removed] = ofItem;
    assert.deepEqual(
      [bought.data.item.id, bought.data.purchasedDate, bought.data.orderRef],
      [item.id, order.createdTime, orderRef],
    );
    assert.equal(removed.data.purchasedAndRemoved, true);
    await push({ ...order, status: "cancelled" });
    await lineOf(orderRef, isUnmatched);
    const { body } = await itemOf(item.id);
    assert.deepEqual([body.purchased, body.purchasedAndRemoved], [false, false]);
    await shop.put(`${WS}/settings`, { removePurchased: false });
  });

  it("restores a wish with its reference, also if another item had that reference and was removed", async () => {
    await shop.put(`${WS}/settings`, { removePurchased: true });
    const [product, other] = [await newProduct(shop), await newProduct(shop)];
    const ref = unique("ref");
    const { customer, item } = await wishFor(shop, product, { wishlistItemRef: ref });
    const { productRef, variantRef } = product;
    const order = {
      orderRef: unique("o"),
      customerRef: customer.id,
      createdTime: soon(),
      lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
    };
    await push(order);
    await lineOf(order.orderRef, isMatched);
    const newer = await shop.newItem(item.wishlistId, {
      product: { productRef: other.productRef, selectedVariantRef: other.variantRef },
      wishlistItemRef: ref,
    });
    await shop.delete(`${WS}/wishlist/items/${newer.id}`);
    await push({ ...order, status: "cancelled" });
    await lineOf(order.orderRef, isUnmatched);
    assert.equal((await shop.get(`${WS}/wishlist/items/ref=${ref}`)).body.id, item.id);
    await shop.put(`${WS}/settings`, { removePurchased: false });
  });

  it("takes its time back with its units: the wish has the time of the orders that remain", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const { customer, item } = await wishFor(shop, product, { quantity: 3 });
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const orders = [1000, 2000].map((ms) => ({
      orderRef: unique("o"),
      customerRef: customer.id,
      createdTime: soon(ms),
      lines,
    }));
    const [first, last] = orders;
    assert.ok(first && last);
    for (const order of orders) {
      await push(order);
      await lineOf(order.orderRef, isMatched);
      assert.equal((await itemOf(item.id)).body.lastPurchaseDate, order.createdTime);
    }
    await push({ ...last, status: "cancelled" });
    await lineOf(last.orderRef, isUnmatched);
    const { body } = await itemOf(item.id);
    assert.deepEqual([body.purchasedQuantity, body.lastPurchaseDate], [1, first.createdTime]);
    const fewer = await shop.put(`${WS}/wishlist/items/id=${item.id}`, { quantity: 1 });
    assert.deepEqual([fewer.body.purchased, fewer.body.purchasedDate], [true, first.createdTime]);
  });

  it("leaves its time on a wish that is joined with one that an earlier order has bought", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const { customer, item } = await wishFor(shop, product);
    const list = await shop.newWishlist({ customerRef: customer.id });
    const pair = { productRef, selectedVariantRef: variantRef };
    const open = await shop.newItem(list.id, { product: pair, quantity: 2 });
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const times = [soon(1000), soon(2000)];
    const bought: string[] = [];
    for (const createdTime of times) {
      const orderRef = unique("o");
      await push({ orderRef, customerRef: customer.id, createdTime, lines });
      bought.push((await lineOf(orderRef, isMatched)).matched.itemId);
    }
    assert.deepEqual(bought, [item.id, open.id]);
    const moved = { wishlistId: item.wishlistId, toWishlistId: list.id, itemId: [item.id] };
    assert.equal((await shop.post(`${WS}/wishlist/items/move`, moved)).status, 200);
    const { purchasedQuantity, lastPurchaseDate } = (await itemOf(open.id)).body;
    assert.deepEqual([purchasedQuantity, lastPurchaseDate], [2, times[1]]);
  });

  it("finds the customer by e-mail address or phone number, and the variant by its names in the catalogue", async () => {
    const [sku, gtin] = [unique("sku"), unique("gtin")];
    const product = await newProduct(shop, { sku, gtin });
    const email = `${unique("ann")}@example.com`;
    const phone = `+4930${Date.now().toString().slice(-8)}`;
    const { variantId } = product;
    const { customer, item } = await wishFor(shop, product, { quantity: 3 }, { email, phone });
    for (const [buyer, name, rule] of [
      [{ email: email.toUpperCase() }, { sku }, "email, sku"],
      [{ phone }, { gtin }, "phone, gtin"],
      [{ customerId: customer.svc_customer_id }, { variantId }, "customer, catalogue"],
    ] as const) {
      const orderRef = unique("o");
      const lines = [{ lineRef: "1", ...name, quantity: 1 }];
      await push({ orderRef, ...buyer, createdTime: soon(), lines });
      assert.deepEqual((await lineOf(orderRef, isMatched)).matched.rule, rule);
    }
    assert.equal((await itemOf(item.id)).body.purchased, true);
  });

  it("is matched later, when the missing customer or catalogue entry arrives", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const email = `${unique("late")}@example.com`;
    const { customer, item } = await wishFor(shop, product);
    const byMail = unique("o");
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    await push({ orderRef: byMail, email, createdTime: soon(), lines });
    assert.equal((await lineOf(byMail)).reason, "no such customer");
    await shop.put(`${CS}/customers`, { id: customer.id, email });
    assert.equal((await lineOf(byMail, isMatched)).matched.itemId, item.id);

    const sku = unique("sku");
    const bySku = unique("o");
    const unknown = { productRef: unique("p"), variantRef: unique("v") };
    const wish = await wishFor(shop, unknown);
    const skuLine = [{ lineRef: "1", sku, quantity: 1 }];
    await push({ orderRef: bySku, customerRef: wish.customer.id, createdTime: soon(), lines: skuLine });
    await lineOf(bySku, isUnmatched);
    await shop.post(`${WS}/products`, {
      productRef: unknown.productRef,
      variants: [{ variantRef: unknown.variantRef, sku }],
    });
    assert.equal((await lineOf(bySku, isMatched)).matched.itemId, wish.item.id);
  });

  it("keeps the variant of a match: another one is answered 400 until the order is cancelled", async () => {
    const [medium, large] = [await newProduct(shop), await newProduct(shop)];
    const { customer, item } = await wishFor(shop, medium);
    const orderRef = unique("o");
    const { productRef, variantRef } = medium;
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const order = { orderRef, customerRef: customer.id, createdTime: soon(), lines };
    await push(order);
    await lineOf(orderRef, isMatched);
    const product = {
      productRef: large.productRef,
      selectedVariantRef: large.variantRef,
      oldVariantRef: variantRef,
    };
    const change = () => shop.put(`${WS}/wishlist/items/id=${item.id}`, { product });
    const { status, body } = await change();
    assert.deepEqual([status, body.code, body.errors[0].path], [400, "InvalidInput", "/product"]);
    await push({ ...order, status: "cancelled" });
    await lineOf(orderRef, isUnmatched);
    assert.equal((await change()).body.product.selectedVariantRef, large.variantRef);
  });

  it("may come in Shopify's shape, with every digit and with its refunds", async () => {
    const product = await newProduct(shop);
    const email = `${unique("sho")}@example.com`;
    const { item } = await wishFor(shop, product, {}, { email });
    const raw = (id: string, more = "") =>
      `{"id": ${id}, "email": "other@example.com", "created_at": "${soon()}", "processed_at": null, "updated_at": "2026-01-01T00:00:00Z",
        "customer": {"id": 1, "email": "${email}"}, "test": false, "currency": "EUR", "source_name": "web", "phone": null,
        "line_items": [{"id": 466157049, "product_id": "${product.productRef}", "variant_id": "${product.variantRef}", "sku": null, "quantity": 1, "price": "10.00"}]${more}}`;
    const send = (text: string) =>
      shop.post(ORDERS, undefined, { raw: text, headers: { "Content-Type": "application/json" } });
    const { body } = await send(raw("820982911946154508"));
    assert.deepEqual(body.results, [{ orderRef: "820982911946154508", status: "accepted" }]);
    assert.equal((await lineOf("820982911946154508", isMatched)).matched.itemId, item.id);
    const refund = `, "refunds": [{"refund_line_items": [{"line_item_id": 466157049, "quantity": 1}]}]`;
    await send(raw("820982911946154508", refund));
    await lineOf("820982911946154508", isUnmatched);
    assert.equal((await itemOf(item.id)).body.purchased, false);
  });

  it("is refused with the invalid field, and 404 if it does not exist", async () => {
    const { error, status } = await push({
      orderRef: "x",
      createdTime: "yesterday",
      lines: [{ lineRef: "1" }],
    });
    assert.equal(status, "rejected");
    assert.deepEqual(error.errors.map(({ path }: Json) => path).sort(), [
      "/createdTime",
      "/lines/0/quantity",
    ]);
    assert.equal((await shop.get(`${ORDERS}/none`)).status, 404);
  });
});
