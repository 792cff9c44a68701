import assert from "node:assert/strict";
import { it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";

/** Lets the process of a match die after it has marked the wishes, and before it stores the result in the order. */
async function dieBeforeNoting(shop: MemoryShop, work: () => Promise<unknown>): Promise<void> {
  const { dispatcher } = shop.parts;
  const send = dispatcher.send;
  dispatcher.send = (plan, command) =>
    command.type === "NoteMatches" ? Promise.reject(new Error("killed")) : send(plan, command);
  await assert.rejects(work, /killed/);
  dispatcher.send = send;
}

async function setUp() {
  const shop = new MemoryShop();
  const product = await shop.newProduct();
  const ann = shop.customer({ email: "ann@example.com" });
  const itemId = await ann.wish(product);
  const order = shop.newOrder({ email: "ann@example.com" }, product);
  await dieBeforeNoting(shop, () => order.comes());
  assert.equal(shop.item(itemId)?.purchased, true);
  return { shop, ann, itemId, order };
}

it("an order has its result also if no later job follows the death of its match", async () => {
  const { shop, itemId, order } = await setUp();
  await shop.pass(61);
  assert.equal(order.bought, itemId);
});

it("a wish is open again if its customer left the order between the death of a match and the next one", async () => {
  const { shop, ann, itemId, order } = await setUp();
  ann.change({ email: "new@example.com" });
  await order.comes({ channel: "app" });
  assert.equal(order.bought, "no_customer");
  await shop.pass(61);
  assert.equal(shop.item(itemId)?.purchased, false);
  assert.equal(order.bought, "no_customer");
});
