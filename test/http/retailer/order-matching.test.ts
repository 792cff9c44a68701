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

describe("the match of an order", () => {
  it("finds the person by e-mail or phone, and the variant by what the catalogue knows of it", async () => {
    const [sku, gtin] = [unique("sku"), unique("gtin")];
    const product = await newProduct(shop, { sku, gtin });
    const email = `${unique("ann")}@example.com`;
    const phone = `+4930${Date.now().toString().slice(-8)}`;
    const people = [
      [{ email }, { email: email.toUpperCase() }, "email"],
      [{ phone }, { phone }, "phone"],
    ] as const;
    const names = [
      [{ sku }, "sku"],
      [{ gtin }, "gtin"],
      [{ variantId: product.variantId }, "catalogue"],
    ] as const;
    for (const [has, told, person] of people) {
      const { customer } = await wishFor(shop, product, {}, has);
      for (const [name, rule] of names) {
        const list = await shop.newWishlist({ customerRef: customer.id });
        await shop.newItem(list.id, {
          product: { productRef: product.productRef, selectedVariantRef: product.variantRef },
        });
        const orderRef = unique("o");
        await push({
          orderRef,
          ...told,
          createdTime: soon(),
          lines: [{ lineRef: "1", ...name, quantity: 1 }],
        });
        assert.equal((await lineOf(orderRef)).matched?.rule, `${person}, ${rule}`);
      }
    }
  });

  it("buys only wishes that were made before it, and nothing when it is a test", async () => {
    const product = await newProduct(shop);
    const { customer, item } = await wishFor(shop, product);
    const { productRef, variantRef } = product;
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    const [early, test] = [unique("o"), unique("o")];
    await push({ orderRef: early, customerRef: customer.id, createdTime: "2020-01-01T00:00:00Z", lines });
    await push({ orderRef: test, customerRef: customer.id, createdTime: soon(), test: true, lines });
    const [earlyLine, testLine] = [await lineOf(early), await lineOf(test)];
    assert.deepEqual([earlyLine.reason, earlyLine.reasonCode], ["wished after the order", "wished_later"]);
    assert.deepEqual([testLine.reason, testLine.reasonCode], ["test order", "test_order"]);
    assert.equal((await itemOf(item.id)).body.purchased, false);
  });

  it("is matched later, when the customer or the catalogue entry that it lacked has come", async () => {
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

  it("looks at an order again when a second product takes an sku that is known", async () => {
    const sku = unique("sku");
    await newProduct(shop, { sku });
    const second = { productRef: unique("p"), variantRef: unique("v") };
    const { customer, item } = await wishFor(shop, second);
    const orderRef = unique("o");
    const lines = [{ lineRef: "1", sku, quantity: 1 }];
    // Not ahead of the clock: no due time makes the order be matched again.
    await push({ orderRef, customerRef: customer.id, createdTime: new Date().toISOString(), lines });
    assert.equal((await lineOf(orderRef, isUnmatched)).reasonCode, "no_wish");
    await newProduct(shop, { variantRef: second.variantRef, sku }, { productRef: second.productRef });
    assert.equal((await lineOf(orderRef, isMatched)).matched.itemId, item.id);
  });

  it("finds the same whichever of wish, order and catalogue comes first", async () => {
    // Each comes first, second and last once; test/actors/order/order-arrival.test.ts has all orders of arrival.
    const orders = [
      ["wish", "order", "product"],
      ["order", "product", "wish"],
      ["product", "wish", "order"],
    ] as const;
    await Promise.all(
      orders.map(async (order) => {
        const [productRef, variantRef, sku, other] = [unique("p"), unique("v"), unique("sku"), unique("p")];
        const customer = await shop.newCustomer();
        const { id: wishlistId } = await shop.newWishlist({ customerRef: customer.id });
        const [meant, decoy] = [unique("o"), unique("o")];
        const tell = {
          wish: () => shop.newItem(wishlistId, { product: { productRef, selectedVariantRef: variantRef } }),
          order: async () => {
            // The wish may come as late as that on a busy machine.
            const bought = { customerRef: customer.id, createdTime: soon(6000) };
            const another = [
              { lineRef: "1", productRef: other, variantRef, quantity: 1 },
              { lineRef: "2", productRef: other, sku: variantRef, quantity: 1 },
            ];
            await push({ ...bought, orderRef: decoy, lines: another });
            await push({
              ...bought,
              orderRef: meant,
              lines: [{ lineRef: "1", productRef, sku, quantity: 1 }],
            });
          },
          product: () => shop.post(`${WS}/products`, { productRef, variants: [{ variantRef, sku }] }),
        };
        for (const arrival of order) await tell[arrival]();
        assert.equal((await lineOf(meant, isMatched)).matched.rule, "customer, sku", order.join());
        for (const index of [0, 1])
          assert.ok(isUnmatched(await lineOf(decoy, undefined, index)), order.join());
      }),
    );
  });

  it("leaves its buyer when a newer version names another customer, and is not forgotten with the first", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const [first, second] = [await wishFor(shop, product), await wishFor(shop, product)];
    const email = `${unique("second")}@example.com`;
    const order = {
      orderRef: unique("o"),
      createdTime: soon(),
      lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
    };
    await push({ ...order, customerRef: first.customer.id });
    await lineOf(order.orderRef, isMatched);
    await push({ ...order, customerRef: second.customer.id, email });
    await lineOf(order.orderRef, (line) => line.matched?.itemId === second.item.id);
    assert.equal((await itemOf(first.item.id)).body.purchased, false);
    assert.equal((await itemOf(second.item.id)).body.purchased, true);
    const own = { ...order, orderRef: unique("o"), customerRef: first.customer.id, phone: "+4930123" };
    await push(own);
    await lineOf(own.orderRef, isMatched);
    await shop.delete(`${CS}/customers/${first.customer.id}`);
    await settled(service);
    assert.equal((await orderOf(own.orderRef)).phone, undefined);
    assert.equal((await orderOf(order.orderRef)).email, email);
    await push({ ...order, customerRef: unique("nobody") });
    assert.equal((await lineOf(order.orderRef, isUnmatched)).reason, "no such customer");
    assert.equal((await itemOf(second.item.id)).body.purchased, false);
  });

  it("goes from a wish to the right one when a newer version of its line names another variant", async () => {
    const [medium, large] = [await newProduct(shop), await newProduct(shop)];
    const { customer, item } = await wishFor(shop, medium);
    const wishlistId = item.wishlistId;
    const other = await shop.newItem(wishlistId, {
      product: { productRef: large.productRef, selectedVariantRef: large.variantRef },
    });
    const orderRef = unique("o");
    const buy = ({ productRef, variantRef }: typeof medium) =>
      push({
        orderRef,
        customerRef: customer.id,
        createdTime: soon(),
        lines: [{ lineRef: "1", productRef, variantRef, quantity: 1 }],
      });
    const bought = async () =>
      Promise.all([item.id, other.id].map(async (id) => (await itemOf(id)).body.purchased));
    await buy(medium);
    assert.equal((await lineOf(orderRef, isMatched)).matched.itemId, item.id);
    await buy(large);
    const line = await lineOf(orderRef, isMatched);
    assert.deepEqual([line.matched.itemId, line.renamedIn], [other.id, undefined]);
    assert.deepEqual(await bought(), [false, true]);
    // The same version again leaves it there, and a line that nobody wishes for leaves both.
    await buy(large);
    assert.equal((await lineOf(orderRef, isMatched)).matched.itemId, other.id);
    await buy(await newProduct(shop));
    assert.equal((await lineOf(orderRef, isUnmatched)).reasonCode, "no_wish");
    assert.deepEqual(await bought(), [false, false]);
  });

  it("keeps the variant of what it bought: another one is 400 until the order is cancelled", async () => {
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

  it("is given to the customer that is created after it", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const { customer, item } = await wishFor(shop, product);
    await shop.delete(`${CS}/customers/${customer.id}`);
    const orderRef = unique("o");
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    await push({ orderRef, customerRef: customer.id, createdTime: soon(), lines });
    assert.equal((await lineOf(orderRef)).reason, "no such customer");
    await shop.newCustomer({ id: customer.id });
    assert.equal((await lineOf(orderRef, isMatched)).matched.itemId, item.id);
  });
});
