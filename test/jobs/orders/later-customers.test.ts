import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";

const phone = "+493012345678";
const email = "ann@example.com";

/** Orders that name a customer without a record, and another customer by an address or number. */
for (const [what, contact] of Object.entries({ phone: { phone }, "e-mail address": { email } }))
  describe(`an order that names a customer who does not exist yet, and somebody else's ${what}`, () => {
    it("goes to the customer that it names, before or after other changes of the order", async () => {
      for (const comesAgain of [false, true]) {
        const shop = new MemoryShop();
        const product = await shop.newProduct();
        const other = shop.customer(contact);
        const itemId = await other.wish(product);
        const order = shop.newOrder({ customerRef: "x", ...contact }, product);
        await order.comes();
        assert.equal(order.bought, itemId);
        const named = shop.customer({}, "x");
        if (!comesAgain) await shop.settled();
        if (comesAgain) await order.comes({ channel: "app" });
        assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["no_wish", false]);
        assert.equal(shop.orderRecord(order.ref).buyer?.key, named.address.key);
      }
    });

    it("stays with that customer if nobody with the name is created", async () => {
      const shop = new MemoryShop();
      const product = await shop.newProduct();
      const itemId = await shop.customer(contact).wish(product);
      const order = shop.newOrder({ customerRef: "x", ...contact }, product);
      await order.comes();
      shop.customer({}, "y");
      await order.comes({ channel: "app" });
      assert.equal(order.bought, itemId);
    });
  });

it("an order stays with its customer when somebody else gets the e-mail address", async () => {
  const shop = new MemoryShop();
  const product = await shop.newProduct();
  const ann = shop.customer({ email });
  const itemId = await ann.wish(product);
  const order = shop.newOrder({ email }, product);
  await order.comes();
  ann.change({ email: "new@example.com" });
  shop.customer({ email });
  await order.comes({ channel: "app" });
  assert.equal(order.bought, itemId);
});
