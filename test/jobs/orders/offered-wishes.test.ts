import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";

/** A customer with a wish for a product. */
async function setUp(settings: object = {}, wish: object = {}) {
  const shop = new MemoryShop();
  shop.set(settings);
  const product = await shop.newProduct();
  const ann = shop.customer();
  const itemId = await ann.wish(product, wish);
  return { shop, product, ann, itemId };
}

describe("a wish that an order releases", () => {
  for (const removePurchased of [false, true])
    it(`is taken by an earlier order also if the customer wished again later, ${removePurchased ? "" : "not "}removed`, async () => {
      const { shop, product, ann, itemId } = await setUp({ removePurchased });
      const [first, second] = [shop.newOrder(ann.buys, product), shop.newOrder(ann.buys, product)];
      await first.comes();
      shop.partition.pass(1000);
      await ann.wish(product);
      await second.comes();
      assert.equal(second.bought, removePurchased ? "wished_later" : "bought_before");
      await first.comes({ status: "cancelled" });
      assert.deepEqual([first.bought, second.bought], ["undone", itemId]);
    });

  it("gives its units to a line that found fewer than it bought", async () => {
    const { shop, product, ann, itemId } = await setUp({}, { quantity: 3 });
    const [first, second] = [1, 2].map(() => shop.newOrder(ann.buys, { ...product, quantity: 2 }));
    await first?.comes();
    await second?.comes();
    assert.equal(shop.item(itemId)?.purchased, true);
    await first?.comes({ status: "cancelled" });
    assert.equal(shop.item(itemId)?.purchasedQuantity, 2);
  });

  it("while its customer is deleted is taken once a customer with the same reference is created", async () => {
    const { shop, product, ann, itemId } = await setUp();
    const [first, second] = [shop.newOrder(ann.buys, product), shop.newOrder(ann.buys, product)];
    await first.comes();
    await second.comes();
    ann.delete();
    await first.comes({ status: "cancelled" });
    shop.customer({}, ann.ref);
    await shop.settled();
    assert.deepEqual([first.bought, second.bought], ["undone", itemId]);
  });
});

describe("a wish whose quantity is raised", () => {
  for (const quantity of [undefined, 2])
    it(`from ${quantity ?? 1} gives the new units to orders that bought more, the oldest first`, async () => {
      const { shop, product, ann, itemId } = await setUp({}, quantity === undefined ? {} : { quantity });
      const [first, second] = [1, 2].map(() => shop.newOrder(ann.buys, { ...product, quantity: 4 }));
      await first?.comes();
      await second?.comes();
      assert.deepEqual([first?.bought, second?.bought], [itemId, "bought_before"]);
      ann.changeWish(itemId, { quantity: 6 });
      await shop.settled();
      assert.deepEqual([first?.bought, second?.bought, shop.item(itemId)?.purchased], [itemId, itemId, true]);
      await second?.comes({ status: "cancelled" });
      assert.equal(shop.item(itemId)?.purchasedQuantity, 4);
      await first?.comes({ status: "cancelled" });
      assert.equal(shop.item(itemId)?.purchasedQuantity, undefined);
    });

  it("by a join with the same wish of another list gives the new units to orders", async () => {
    const { shop, product, ann, itemId } = await setUp();
    const order = shop.newOrder(ann.buys, { ...product, quantity: 3 });
    await order.comes();
    const list = ann.list();
    await ann.wish(product, { quantity: 2 }, list);
    const joined = ann.moveToList(itemId, list);
    await shop.settled();
    assert.deepEqual([order.bought, shop.item(joined)?.purchased], [joined, true]);
  });

  it("is open again if no order bought more", async () => {
    const { shop, product, ann, itemId } = await setUp();
    await shop.newOrder(ann.buys, product).comes();
    ann.changeWish(itemId, { quantity: 2 });
    await shop.settled();
    assert.deepEqual([shop.item(itemId)?.purchased, shop.item(itemId)?.purchasedQuantity], [false, 1]);
  });
});

describe("an order that arrives again after its customer was deleted", () => {
  it("keeps the names of a new customer with the same reference, and loses those of a deleted one", async () => {
    for (const isCreatedAgain of [true, false]) {
      const { shop, product, ann } = await setUp();
      const order = shop.newOrder(ann.buys, product, { email: "ann@example.com" });
      await order.comes();
      ann.delete();
      if (isCreatedAgain) shop.customer({}, ann.ref);
      // The job that forgets the deleted customer runs only now.
      await order.comes({ channel: "app" });
      const { customerRef, email } = shop.orderRecord(order.ref);
      const expected = isCreatedAgain ? [ann.ref, "ann@example.com"] : [undefined, undefined];
      assert.deepEqual([customerRef, email], expected);
    }
  });
});

describe("an order that now names somebody unknown", () => {
  it("keeps the new names when its former buyer is deleted, and is matched with the new person", async () => {
    const { shop, product, ann } = await setUp();
    const order = shop.newOrder(ann.buys, product);
    await order.comes();
    await order.comes({ customerRef: "bob", email: "bob@example.com" });
    assert.equal(order.bought, "no_customer");
    ann.delete();
    await shop.settled();
    assert.equal(shop.orderRecord(order.ref).email, "bob@example.com");
    const itemId = await shop.customer({}, "bob").wish(product);
    await shop.settled();
    assert.equal(order.bought, "wished_later");
    await order.comes({ customerRef: "bob", createdTime: shop.at(1000) });
    assert.equal(order.bought, itemId);
  });
});
