import assert from "node:assert/strict";
import { it } from "node:test";
import { MemoryShop } from "../../support/memory/shop.ts";

const ORDERS = 40;

/** Counts the matches that a shop makes during some work. */
async function matchesDuring(shop: MemoryShop, work: () => Promise<unknown>): Promise<number> {
  const { dispatcher } = shop.parts;
  const send = dispatcher.send;
  let count = 0;
  dispatcher.send = (plan, command) => {
    if (command.type === "MatchOrder") count++;
    return send(plan, command);
  };
  await work();
  dispatcher.send = send;
  return count;
}

/** A customer with many orders of products that nobody wishes for. */
async function setUp() {
  const shop = new MemoryShop();
  const ann = shop.customer();
  const [wished, other] = [await shop.newProduct(), await shop.newProduct()];
  const itemId = await ann.wish(wished);
  for (let i = 0; i < ORDERS; i++) await shop.newOrder(ann.buys, other).comes();
  return { shop, ann, wished, itemId };
}

it("a released wish is offered only to orders that may have bought its variant", async () => {
  const { shop, ann, wished, itemId } = await setUp();
  const [first, second] = [1, 2].map(() => shop.newOrder(ann.buys, wished));
  await first?.comes();
  await second?.comes();
  const matches = await matchesDuring(shop, () => first?.comes({ status: "cancelled" }) ?? Promise.resolve());
  assert.equal(second?.bought, itemId);
  assert.equal(matches, 2);
});

it("a released wish is offered to an order that names its variant by a code", async () => {
  const shop = new MemoryShop();
  const ann = shop.customer();
  const wished = await shop.newProduct({ sku: "code" });
  const itemId = await ann.wish(wished);
  const first = shop.newOrder(ann.buys, wished);
  const second = shop.newOrder(ann.buys, { sku: "code" });
  await first.comes();
  await second.comes();
  assert.equal(second.bought, "bought_before");
  await first.comes({ status: "cancelled" });
  assert.equal(second.bought, itemId);
});
