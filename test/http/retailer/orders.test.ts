import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
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

/** A line of an order, which has become something once all that can be done is done. */
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

describe("an order", () => {
  it("marks what it bought as purchased, on its own date", async () => {
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

  it("is matched once however often it comes, stale when it is older, and undone line by line", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const orderRef = unique("o");
    const at = (updatedTime: string, more: object = {}, line: object = {}) => ({
      orderRef,
      customerRef: customer.id,
      createdTime: soon(),
      updatedTime,
      lines: [
        {
          lineRef: "1",
          productRef: product.productRef,
          variantRef: product.variantRef,
          quantity: 2,
          ...line,
        },
      ],
      ...more,
    });
    const first = at("2026-02-01T00:00:00Z");
    await push(first);
    await lineOf(orderRef, isMatched);
    assert.equal((await push(first)).status, "unchanged");
    assert.equal((await push(at("2026-01-01T00:00:00Z", { status: "cancelled" }))).status, "stale");
    assert.equal((await itemOf(item.id)).body.purchased, true);
    await push(at("2026-02-02T00:00:00Z", {}, { refundedQuantity: 1 }));
    assert.equal((await orderOf(orderRef)).lines[0].refundedQuantity, 1);
    await settled(service);
    assert.equal((await itemOf(item.id)).body.purchased, true);
    await push(at("2026-02-03T00:00:00Z", {}, { refundedQuantity: 2 }));
    await lineOf(orderRef, isUnmatched);
    const { body } = await itemOf(item.id);
    assert.deepEqual([body.purchased, body.purchasedDate], [false, undefined]);
  });

  it("fulfils a quantity part by part with other orders, and a refund gives its units back", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product, { quantity: 3 });
    const { productRef, variantRef } = product;
    const line = { lineRef: "1", productRef, variantRef };
    const order = (more: object) => ({
      ...{ orderRef: unique("o"), customerRef: customer.id, createdTime: soon() },
      lines: [{ ...line, ...more }],
    });
    const shown = async () => {
      const { quantity, purchased, purchasedQuantity, purchasedDate } = (await itemOf(item.id)).body;
      return [quantity, purchased, purchasedQuantity, purchasedDate];
    };
    const [two, one] = [order({ quantity: 2 }), order({ quantity: 1 })];
    await push(two);
    await lineOf(two.orderRef, isMatched);
    assert.deepEqual(await shown(), [3, false, 2, undefined]);
    await push(one);
    await lineOf(one.orderRef, isMatched);
    assert.deepEqual(await shown(), [3, true, undefined, one.createdTime]);
    const refunded = { ...two, lines: [{ ...line, quantity: 2, refundedQuantity: 1 }] };
    await push(refunded);
    await settled(service);
    assert.deepEqual(await shown(), [3, false, 2, undefined]);
    await push({ ...one, status: "cancelled" });
    await lineOf(one.orderRef, isUnmatched);
    assert.deepEqual(await shown(), [3, false, 1, undefined]);
    await push({ ...refunded, lines: [{ ...line, quantity: 2, refundedQuantity: 2 }] });
    await lineOf(two.orderRef, isUnmatched);
    assert.deepEqual(await shown(), [3, false, undefined, undefined]);
  });

  it("takes what it bought off the list where the tenant wants that, and puts it back when it is cancelled", async () => {
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

  it("gives back a wish with its reference, also when another item had it and is gone", async () => {
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

  it("takes the wish that another order of the customer gives back, also one that was off its list", async () => {
    for (const removePurchased of [false, true]) {
      await shop.put(`${WS}/settings`, { removePurchased });
      const product = await newProduct(shop);
      const { customer, item } = await wishFor(shop, product);
      const { productRef, variantRef } = product;
      const order = {
        customerRef: customer.id,
        createdTime: soon(),
        lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
      };
      const [first, second] = [unique("o"), unique("o")];
      await push({ ...order, orderRef: first });
      await lineOf(first, isMatched);
      await push({ ...order, orderRef: second });
      await lineOf(second, isUnmatched);
      await push({ ...order, orderRef: first, status: "cancelled" });
      assert.equal((await lineOf(second, isMatched)).matched.itemId, item.id);
      assert.ok(isUnmatched(await lineOf(first)));
    }
    await shop.put(`${WS}/settings`, { removePurchased: false });
  });

  it("gives back what it bought when it turns out to be a test", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const { productRef, variantRef } = product;
    const order = {
      orderRef: unique("o"),
      customerRef: customer.id,
      createdTime: soon(),
      lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
    };
    await push(order);
    await lineOf(order.orderRef, isMatched);
    await push({ ...order, test: true });
    await lineOf(order.orderRef, isUnmatched);
    assert.equal((await itemOf(item.id)).body.purchased, false);
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

  it("is refused with the field that is wrong, and 404 where there is none", async () => {
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
