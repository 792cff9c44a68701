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
