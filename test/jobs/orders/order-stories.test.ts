import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";
import { given } from "../../support/service.ts";

/** A shop with a product that a customer wishes for. */
async function setUp(times: number, wish: object = {}, settings: object = {}) {
  const shop = new MemoryShop({ times });
  shop.set(settings);
  const product = await shop.newProduct();
  const ann = shop.customer();
  const itemId = await ann.wish(product, wish);
  return { shop, product, ann, itemId };
}

/** A job may run twice, with the same result as one run. */
const NAMES_OF: Record<number, string> = { 1: "once", 2: "twice" };

for (const times of [1, 2]) {
  describe(`an order whose jobs run ${NAMES_OF[times]}`, () => {
    it("is matched once however often it arrives, stale if it is older, and undone line by line", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const order = shop.newOrder(ann.buys, { ...product, quantity: 2 });
      const at = (day: number) => ({ updatedTime: `2026-02-0${day}T00:00:00Z` });
      const isBought = () => shop.item(itemId)?.purchased;
      assert.deepEqual(await order.comes(at(2)), { orderRef: order.ref, status: "accepted" });
      assert.equal((await order.comes(at(2))).status, "unchanged");
      assert.equal((await order.comes({ ...at(1), status: "cancelled" })).status, "stale");
      assert.equal(isBought(), true);
      await order.comes(at(3), { refundedQuantity: 1 });
      assert.deepEqual([order.bought, isBought()], [itemId, true]);
      await order.comes(at(4), { refundedQuantity: 2 });
      assert.deepEqual([order.bought, isBought()], ["undone", false]);
      assert.equal(shop.item(itemId)?.purchasedDate, undefined);
    });

    it("fulfils a quantity in parts with other orders, and a refund releases its units", async () => {
      const { shop, product, ann, itemId } = await setUp(times, { quantity: 3 });
      const shown = () => {
        const { quantity, purchased, purchasedQuantity, purchasedDate } = shop.item(itemId) ?? {};
        return [quantity, purchased, purchasedQuantity, purchasedDate];
      };
      const two = shop.newOrder(ann.buys, { ...product, quantity: 2 });
      await two.comes();
      assert.deepEqual(shown(), [3, false, 2, undefined]);
      const createdTime = shop.at(1);
      const one = shop.newOrder(ann.buys, product, { createdTime });
      await one.comes();
      assert.deepEqual(shown(), [3, true, undefined, createdTime]);
      await two.comes({}, { refundedQuantity: 1 });
      assert.deepEqual(shown(), [3, false, 2, undefined]);
      await one.comes({ status: "cancelled" });
      assert.deepEqual([one.bought, ...shown()], ["undone", 3, false, 1, undefined]);
      await two.comes({}, { refundedQuantity: 2 });
      assert.deepEqual([two.bought, ...shown()], ["undone", 3, false, undefined, undefined]);
    });

    it("stays cancelled or a test, with its currency, in a newer version that does not say otherwise", async () => {
      for (const state of [{ status: "cancelled" }, { test: true }]) {
        const { shop, product, ann, itemId } = await setUp(times);
        const order = shop.newOrder(ann.buys, { ...product, price: "5.00" });
        await order.comes({ ...state, currency: "EUR", channel: "app" });
        await order.comes({ updatedTime: shop.at(1), status: null });
        assert.equal(shop.item(itemId)?.purchased, false);
        const { status, test, currency, channel } = shop.orderRecord(order.ref);
        assert.deepEqual(
          { status, test, currency, channel },
          { status: "open", test: false, ...state, currency: "EUR", channel: "app" },
        );
        await order.comes({ ...ann.buys, updatedTime: shop.at(1), status: "open", test: false });
        assert.equal(order.bought, itemId);
      }
    });

    it("takes a wish that another order of the customer releases, also one that was removed from its list", async () => {
      for (const removePurchased of [false, true]) {
        const { shop, product, ann, itemId } = await setUp(times, {}, { removePurchased });
        const [first, second] = [shop.newOrder(ann.buys, product), shop.newOrder(ann.buys, product)];
        await first.comes();
        await second.comes();
        assert.deepEqual(
          [first.bought, second.bought],
          [itemId, removePurchased ? "no_wish" : "bought_before"],
        );
        await first.comes({ status: "cancelled" });
        assert.deepEqual([first.bought, second.bought], ["undone", itemId]);
      }
    });

    it("releases its wish if it turns out to be a test order, and fulfils nothing as a test order", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const order = shop.newOrder(ann.buys, product);
      await order.comes();
      assert.equal(order.bought, itemId);
      await order.comes({ test: true });
      assert.equal(shop.item(itemId)?.purchased, false);
      const test = shop.newOrder(ann.buys, product, { test: true });
      await test.comes();
      assert.deepEqual([test.bought, shop.item(itemId)?.purchased], ["test_order", false]);
    });

    it("fulfils only wishes that were added before it", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const order = shop.newOrder(ann.buys, product, { createdTime: "2020-01-01T00:00:00Z" });
      await order.comes();
      assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["wished_later", false]);
    });

    it("with a time in whole seconds also fulfils a wish of the same second", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const wished = Date.parse(given(shop.item(itemId)).createdTime);
      const second = wished - (wished % 1000);
      for (const [time, bought] of [
        [second - 1000, "wished_later"],
        [wished, "wished_later"],
        [second, itemId],
      ] as const) {
        const order = shop.newOrder(ann.buys, product, { createdTime: new Date(time).toISOString() });
        await order.comes();
        assert.equal(order.bought, bought, new Date(time).toISOString());
      }
    });

    it("with a future time is matched again at that time, with wishes added in the meantime", async () => {
      const shop = new MemoryShop({ times });
      const product = await shop.newProduct();
      const ann = shop.customer();
      const order = shop.newOrder(ann.buys, product, { createdTime: shop.at(60_000) });
      await order.comes();
      assert.equal(order.bought, "no_wish");
      const itemId = await ann.wish(product);
      await shop.settled();
      assert.equal(order.bought, "no_wish");
      await shop.pass(120);
      assert.equal(order.bought, itemId);
    });
  });

  describe(`the match of an order whose jobs run ${NAMES_OF[times]}`, () => {
    const PEOPLE = [
      ["customer", {}, {}],
      ["email", { email: "ann@example.com" }, { email: "ANN@Example.com" }],
      ["phone", { phone: "+493012345678" }, { phone: "+493012345678" }],
    ] as const;
    const NAMES = ["variant", "sku", "gtin", "catalogue"] as const;
    for (const [person, has, buyer] of PEOPLE)
      it(`finds the person by ${person}, and the variant by its names in the catalogue`, async () => {
        for (const rule of NAMES) {
          const shop = new MemoryShop({ times });
          const product = await shop.newProduct({ sku: "a sku", gtin: "4000" });
          const { variantId } = await shop.variant(product);
          const ann = shop.customer(has);
          const itemId = await ann.wish(product);
          const line = {
            variant: product,
            sku: { sku: "a sku" },
            gtin: { gtin: "4000" },
            catalogue: { variantId },
          };
          const order = shop.newOrder(person === "customer" ? ann.buys : buyer, line[rule]);
          await order.comes();
          assert.deepEqual([order.bought, order.rule], [itemId, `${person}, ${rule}`]);
        }
      });

    it("is made later, when the customer gets the missing e-mail address", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const order = shop.newOrder({ email: "late@example.com" }, product);
      await order.comes();
      assert.equal(order.bought, "no_customer");
      ann.change({ email: "late@example.com" });
      await shop.settled();
      assert.equal(order.bought, itemId);
    });

    it("is made later, when the catalogue gets the missing SKU", async () => {
      const shop = new MemoryShop({ times });
      const ann = shop.customer();
      const named = { productRef: "tent", variantRef: "red" };
      const itemId = await ann.wish(named);
      const order = shop.newOrder(ann.buys, { sku: "x" });
      await order.comes();
      assert.equal(order.bought, "variant_unknown");
      await shop.product({ productRef: "tent", variants: [{ variantRef: "red", sku: "x" }] });
      await shop.settled();
      assert.equal(order.bought, itemId);
    });

    it("is repeated when a second product gets a known SKU", async () => {
      const shop = new MemoryShop({ times });
      await shop.newProduct({ sku: "x" });
      const ann = shop.customer();
      const itemId = await ann.wish({ productRef: "tent", variantRef: "red" });
      const order = shop.newOrder(ann.buys, { sku: "x" });
      await order.comes();
      assert.equal(order.bought, "no_wish");
      await shop.product({ productRef: "tent", variants: [{ variantRef: "red", sku: "x" }] });
      await shop.settled();
      assert.equal(order.bought, itemId);
    });

    it("is made for a customer created later, in the slot of a deleted one", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      ann.delete();
      const order = shop.newOrder(ann.buys, product);
      await order.comes();
      assert.equal(order.bought, "no_customer");
      shop.customer({}, ann.ref);
      await shop.settled();
      assert.equal(order.bought, itemId);
    });

    it("is made for the matched customer who was deleted and is created again", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const order = shop.newOrder(ann.buys, await shop.newProduct());
      await order.comes();
      assert.equal(order.bought, "no_wish");
      ann.delete();
      await order.comes({}, product);
      assert.equal(order.bought, "no_customer");
      shop.customer({}, ann.ref);
      await shop.settled();
      assert.equal(order.bought, itemId);
    });

    it("moves to another customer in a newer version, and survives the deletion of the first", async () => {
      const { shop, product, ann, itemId } = await setUp(times);
      const bob = shop.customer();
      const bobs = await bob.wish(product);
      const email = "second@example.com";
      const bought = () => [itemId, bobs].map((id) => shop.item(id)?.purchased);
      const order = shop.newOrder(ann.buys, product);
      await order.comes();
      assert.deepEqual([order.bought, ...bought()], [itemId, true, false]);
      await order.comes({ ...bob.buys, email });
      assert.deepEqual([order.bought, ...bought()], [bobs, false, true]);
      const own = shop.newOrder(ann.buys, product, { phone: "+4930123" });
      await own.comes();
      assert.equal(own.bought, itemId);
      ann.delete();
      await shop.settled();
      assert.equal(shop.orderRecord(own.ref).phone, undefined);
      assert.equal(shop.orderRecord(order.ref).email, email);
      await order.comes({ customerRef: "nobody" });
      assert.deepEqual([order.bought, shop.item(bobs)?.purchased], ["no_customer", false]);
    });

    it("moves to the right wish if a newer version of its line names another variant", async () => {
      const { shop, product: medium, ann, itemId } = await setUp(times);
      const [large, other] = [await shop.newProduct(), await shop.newProduct()];
      const largeId = await ann.wish(large);
      const bought = () => [itemId, largeId].map((id) => shop.item(id)?.purchased);
      const order = shop.newOrder(ann.buys, medium);
      await order.comes();
      assert.equal(order.bought, itemId);
      // The same version again changes nothing, and a line that nobody wishes for releases both.
      for (let time = 0; time < 2; time++) {
        await order.comes({}, large);
        assert.deepEqual([order.bought, ...bought()], [largeId, false, true]);
      }
      await order.comes({}, other);
      assert.deepEqual([order.bought, ...bought()], ["no_wish", false, false]);
    });

    it("is the same in any order of wish, order and catalogue, and never one of another product", async () => {
      for (const arrivals of [
        ["wish", "order", "product"],
        ["order", "product", "wish"],
        ["product", "wish", "order"],
      ] as const) {
        const shop = new MemoryShop({ times });
        const ann = shop.customer();
        const tent = { productRef: "tent", variantRef: "red" };
        const createdTime = shop.at(60_000);
        const line = { productRef: "tent", sku: "x" };
        const meant = shop.newOrder(ann.buys, line, { createdTime });
        const decoys = [{ variantRef: "red" }, { sku: "red" }].map((named) =>
          shop.newOrder(ann.buys, { productRef: "stove", ...named }, { createdTime }),
        );
        const tell = {
          wish: () => ann.wish(tent),
          order: () => Promise.all([...decoys, meant].map((order) => order.comes())),
          product: () => shop.product({ productRef: "tent", variants: [{ variantRef: "red", sku: "x" }] }),
        };
        for (const arrival of arrivals) {
          await tell[arrival]();
          await shop.settled();
        }
        await shop.pass(120);
        assert.equal(meant.rule, "customer, sku", arrivals.join());
        for (const decoy of decoys) assert.equal(decoy.rule, undefined, arrivals.join());
      }
    });
  });
}
