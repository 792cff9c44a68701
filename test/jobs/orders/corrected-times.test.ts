import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Sale } from "../../../src/store/records/orders.ts";
import { DAY_S } from "../../../src/units/durations.ts";
import { MemoryShop } from "../../support/memory/shop.ts";

const dayOf = (time = "") => time.slice(0, 10);

for (const removePurchased of [false, true]) {
  const setUp = async (wish: object = {}) => {
    const shop = new MemoryShop();
    shop.set({ removePurchased });
    const product = await shop.newProduct();
    const ann = shop.customer();
    const itemId = await ann.wish(product, wish);
    const order = shop.newOrder(ann.buys, product);
    await order.comes();
    assert.equal(order.bought, itemId);
    return { shop, ann, product, itemId, order };
  };

  describe(`a corrected time of an order${removePurchased ? ", whose wish was removed from its list," : ""}`, () => {
    it("releases a wish that is now younger than the order", async () => {
      const { shop, itemId, order } = await setUp();
      await order.comes({ createdTime: shop.at(-DAY_S * 1000) });
      assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["wished_later", false]);
    });

    it("is the date of the purchase, and of the sale in reports", async () => {
      const { shop, ann, order } = await setUp();
      const { slot } = ann.address;
      const wish = () => {
        const kinds = ["item", "removed"] as const;
        return kinds.flatMap((kind) => shop.partition.everyOf(kind)).map(({ value }) => value)[0];
      };
      const sale = () => Object.values(shop.partition.all("purchase", slot)[0]?.value.lines ?? {})[0]?.sale;
      const first = sale();
      const createdTime = shop.at(3 * DAY_S * 1000);
      await order.comes({ createdTime });
      assert.equal(wish()?.purchasedDate, createdTime);
      assert.deepEqual([sale()?.time, (sale()?.seconds ?? 0) >= 3 * DAY_S - 1], [createdTime, true]);
      const counted = shop.partition.events.flatMap((event) =>
        event.type === "report.counted" ? [event.counted] : [],
      );
      const days = (sales: readonly Sale[] = []) => sales.map(({ time }) => dayOf(time));
      const last = counted.at(-1);
      assert.deepEqual([days(last?.sold), days(last?.unsold)], [[dayOf(createdTime)], [dayOf(first?.time)]]);
    });
  });

  it("a corrected time of one of two orders leaves the date of the other", async () => {
    const { shop, ann, product, order, itemId } = await setUp({ quantity: 2 });
    assert.ok(shop.item(itemId)?.lastPurchaseDate);
    const earlier = shop.at(-1);
    await order.comes({ createdTime: earlier });
    assert.equal(shop.item(itemId)?.lastPurchaseDate, earlier);
    const createdTime = shop.at(1);
    await shop.newOrder(ann.buys, product, { createdTime }).comes();
    await order.comes({ createdTime: shop.at(2) });
    if (!removePurchased) assert.equal(shop.item(itemId)?.purchasedDate, createdTime);
  });
}
