import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unitsOf } from "../../src/actors/catalogue/availability.ts";
import { MemoryShop } from "../support/memory/shop.ts";

const named = { productRef: "1", variantRef: "11" };
const NOT_SOLD_OUT = null;

/** A shop of Shopify with one variant and a customer who waits for it. */
function scene() {
  const shop = new MemoryShop();
  const customer = shop.customer();
  return {
    shop,
    customer,
    /** Sends a version of the product, which is newer than everything before. */
    product: async (inventory_quantity: number, more: object = {}) => {
      const variant = { id: 11, inventory_item_id: 111, inventory_quantity, ...more };
      const product = { id: 1, title: "Voucher", status: "active", updated_at: shop.at(0) };
      await shop.product({ ...product, variants: [variant] });
      await shop.pass(1);
    },
    level: async (location_id: number, available: number | null, updated_at = shop.at(0)) => {
      await shop.stock(named, available, { location_id, updated_at });
      await shop.pass(1);
    },
    units: async () => unitsOf((await shop.variant(named)).stock),
  };
}

describe("the stock of a variant that Shopify does not track", () => {
  it("does not end or rise when its product is updated, in any order of the webhooks", async () => {
    const { shop, customer, product, level, units } = scene();
    await product(0);
    await customer.wish(named, { notifyMe: true });
    const early = shop.at(0);
    await product(0, { price: "5.00" });
    await level(1, null, early);
    for (let i = 0; i < 2; i++) {
      assert.equal(await units(), NOT_SOLD_OUT);
      await product(0, { price: "6.00" });
      assert.equal(await units(), NOT_SOLD_OUT);
      await level(1, null);
    }
    assert.equal(customer.alerts.length, 1);
  });

  it("is counted from the first level with a number on, and its restock raises one alert", async () => {
    const { customer, product, level, units } = scene();
    await product(4);
    await level(1, null);
    await level(2, null);
    await product(4, { price: "5.00" });
    await level(1, 0);
    await product(0);
    assert.equal(await units(), 0);
    await customer.wish(named, { notifyMe: true });
    await product(3);
    await level(1, 3);
    await product(3, { price: "6.00" });
    assert.equal(await units(), 3);
    assert.equal(customer.alerts.length, 1);
  });

  it("is counted if the product says that it is tracked, as in older payloads", async () => {
    const { product, level, units } = scene();
    const tracked = { inventory_management: "shopify" };
    await product(0, tracked);
    await level(1, null);
    await product(0, { ...tracked, price: "5.00" });
    assert.equal(await units(), 0);
    await product(0, { inventory_management: null });
    assert.equal(await units(), NOT_SOLD_OUT);
  });
});
