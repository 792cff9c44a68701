import assert from "node:assert/strict";
import { it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";

it("a line that could mean variants of two products is matched when one of them is deleted", async () => {
  const shop = new MemoryShop();
  const variants = [{ variantRef: "v" }];
  for (const productRef of ["p1", "p2"]) await shop.product({ productRef, title: "Beanie", variants });
  const ann = shop.customer();
  const itemId = await ann.wish({ productRef: "p1", variantRef: "v" });
  const order = shop.newOrder(ann.buys, { variantRef: "v" });
  await order.comes();
  assert.equal(order.bought, "variant_ambiguous");
  shop.deleteProduct({ productRef: "p2", variantRef: "v" });
  await shop.settled();
  assert.equal(order.bought, itemId);
});

it("a line whose code too many variants had is matched when enough of them are deleted", async () => {
  const shop = new MemoryShop();
  const variants = Array.from({ length: 20 }, (_, i) => ({ variantRef: `v${i}`, sku: "N/A" }));
  await shop.product({ productRef: "p", title: "Beanie", variants });
  const wished = await shop.newProduct({ sku: "N/A" });
  const ann = shop.customer();
  const itemId = await ann.wish(wished);
  const order = shop.newOrder(ann.buys, { sku: "N/A" });
  await order.comes();
  assert.equal(order.bought, "variant_ambiguous");
  shop.deleteProduct({ productRef: "p", variantRef: "v0" });
  await shop.settled();
  assert.equal(order.bought, itemId);
});

it("a line keeps its wish when the product that it bought is deleted", async () => {
  const shop = new MemoryShop();
  const [wished] = [await shop.newProduct({ sku: "S" }), await shop.newProduct({ sku: "S" })];
  const ann = shop.customer();
  const itemId = await ann.wish(wished);
  const order = shop.newOrder(ann.buys, { sku: "S" });
  await order.comes();
  shop.deleteProduct(wished);
  await shop.settled();
  assert.equal(order.bought, itemId);
});
