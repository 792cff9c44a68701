import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { meaningOf } from "../../../src/actors/order/bought-variant.ts";
import type { BoughtLine } from "../../../src/actors/order/messages.ts";
import { boughtBy } from "../../../src/jobs/orders/bought-lines.ts";
import type { Products } from "../../../src/store/read/products.ts";
import type { FoundVariant, VariantNames } from "../../../src/store/read/variant-search.ts";
import type { ProductIdentity } from "../../../src/store/records/records.ts";
import { MemoryShop } from "../../support/memory/shop.ts";

const variantsWith = (sku: string, count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => ({ variantRef: `${sku} ${first + i}`, sku }));

/** A shop with a product whose variants share a code, and a customer who wishes for the first of them. */
async function setUp(variants: number) {
  const shop = new MemoryShop();
  const product = (rows: object[]) => shop.product({ productRef: "p", title: "Beanie", variants: rows });
  await product(variantsWith("N/A", variants));
  const ann = shop.customer();
  const itemId = await ann.wish({ productRef: "p", variantRef: "N/A 1" });
  await shop.settled();
  return { shop, product, ann, itemId };
}

/** Counts the matches that a shop makes from now on, their alternatives and characters, and lookups of names. */
function counted(shop: MemoryShop) {
  const { dispatcher, products } = shop.parts;
  const [send, find] = [dispatcher.send, products.variantsNamed];
  const counts = { lookups: 0, matches: 0, variants: 0, characters: 0 };
  dispatcher.send = (plan, command) => {
    if (command.type === "MatchOrder") {
      const listed = ({ candidates, excluded = [] }: BoughtLine) => candidates.length + excluded.length;
      counts.matches++;
      counts.variants += command.lines.reduce((sum, line) => sum + listed(line), 0);
      counts.characters += JSON.stringify(command).length;
    }
    return send(plan, command);
  };
  products.variantsNamed = (storeKey, searches, keep) => {
    counts.lookups += searches.filter((each) => each !== undefined).length;
    return find(storeKey, searches, keep);
  };
  return counts;
}

const linesOf = (count: number, skuOf: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => ({ lineRef: `${i}`, sku: skuOf(i), quantity: 1 }));

describe("a code that many variants have", () => {
  it("means none of more than 20, and is looked up once for all lines of an order", async () => {
    const { shop, ann, itemId } = await setUp(300);
    const counts = counted(shop);
    await shop.order({ orderRef: "o", ...ann.buys, lines: linesOf(300, () => "N/A") });
    const outcomes = Object.values(shop.outcomes("o"));
    assert.equal(outcomes.length, 300);
    for (const outcome of outcomes) assert.deepEqual(outcome, { code: "variant_ambiguous" });
    assert.equal(shop.item(itemId)?.purchased, false);
    // The order is examined before it waits for the code, afterwards, and after its match.
    assert.deepEqual([counts.lookups, counts.matches, counts.variants], [3, 1, 0]);
    assert.ok(counts.characters < 300 * 150, `${counts.characters} characters`);
  });

  it("means all of 20", async () => {
    const { shop, ann, itemId } = await setUp(20);
    const order = shop.newOrder(ann.buys, { sku: "N/A" });
    await order.comes();
    assert.equal(order.bought, itemId);
  });

  it("releases what it bought while fewer variants had it", async () => {
    const { shop, product, ann, itemId } = await setUp(20);
    const order = shop.newOrder(ann.buys, { sku: "N/A" });
    await order.comes();
    await product(variantsWith("N/A", 1, 21));
    await shop.settled();
    assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["variant_ambiguous", false]);
  });

  for (const others of [20, 30])
    it(`releases what it bought while fewer than ${others + 1} products had it`, async () => {
      const { shop, ann, itemId } = await setUp(1);
      const order = shop.newOrder(ann.buys, { sku: "N/A" });
      await order.comes();
      assert.equal(order.bought, itemId);
      for (let i = 0; i < others; i++)
        await shop.product({ productRef: `p ${i}`, variants: variantsWith("N/A", 1) });
      await shop.settled();
      assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["variant_ambiguous", false]);
    });

  it("releases what it bought of another product once the line's own variant is known", async () => {
    const { shop, ann, itemId } = await setUp(20);
    const order = shop.newOrder(ann.buys, { productRef: "q", variantRef: "v", sku: "N/A" });
    await order.comes();
    assert.equal(order.bought, itemId);
    await shop.product({ productRef: "q", title: "Scarf", variants: [{ variantRef: "v", sku: "N/A" }] });
    await shop.settled();
    assert.deepEqual([order.bought, shop.item(itemId)?.purchased], ["no_wish", false]);
  });

  it("is a reason to match a waiting order once for all products that one job handles", async () => {
    const { shop, ann } = await setUp(1);
    const order = shop.newOrder(ann.buys, { sku: "N/A" });
    await order.comes();
    const counts = counted(shop);
    for (let i = 0; i < 15; i++)
      await shop.product({ productRef: `p ${i}`, variants: variantsWith("N/A", 2) });
    await shop.settled();
    assert.equal(order.bought, "variant_ambiguous");
    assert.equal(counts.matches, 1);
  });

  it("keeps what the line's reference bought", async () => {
    const { shop, product, ann, itemId } = await setUp(1);
    const order = shop.newOrder(ann.buys, { variantRef: "N/A 1", sku: "N/A" });
    await order.comes();
    await product(variantsWith("N/A", 20, 2));
    await shop.settled();
    assert.equal(order.bought, itemId);
  });

  for (const isSpread of [false, true])
    it(`means the variants of the line's product if ${isSpread ? "many other products have" : "another one has"} it too often`, async () => {
      const { shop, ann } = await setUp(isSpread ? 1 : 300);
      for (let i = 0; isSpread && i < 30; i++)
        await shop.product({ productRef: `p ${i}`, variants: variantsWith("N/A", 1) });
      const own = await shop.newProduct({ sku: "N/A" });
      const itemId = await ann.wish(own);
      const order = shop.newOrder(ann.buys, { productRef: own.productRef, sku: "N/A" });
      await order.comes();
      assert.equal(order.bought, itemId);
    });

  it("leaves the code of another kind its meaning", async () => {
    const { shop, ann } = await setUp(300);
    const other = await shop.newProduct({ sku: "N/A", gtin: "4006381333931" });
    const itemId = await ann.wish(other);
    const order = shop.newOrder(ann.buys, { sku: "N/A", gtin: "4006381333931" });
    await order.comes();
    assert.deepEqual([order.bought, order.rule], [itemId, "customer, gtin"]);
  });
});

it("an order has at most 2000 alternatives, and always the variants that alone have a code", async () => {
  const { shop, ann } = await setUp(1);
  const order = { orderRef: "o", ...ann.buys, lines: linesOf(151, (i) => (i < 150 ? `code ${i}` : "last")) };
  await shop.order(order);
  const [found] = await shop.products.variantsWith("t/s", { sku: "N/A" });
  assert.ok(found);
  const variantsOfCode = ({ sku = "" }: VariantNames): FoundVariant[] =>
    Array.from({ length: sku === "last" ? 1 : 20 }, (_, i) => {
      const variantRef = `${sku} ${i}`;
      return { ...found, variant: { ...found.variant, variantId: variantRef, variantRef, sku } };
    });
  const variantsNamed: Products["variantsNamed"] = (_, searches, keep) =>
    Promise.resolve(
      searches.map((each) => ({ found: each ? variantsOfCode(each.names).map(keep) : [], hasMore: false })),
    );
  const products = { variantsNamed };
  const { lines } = await boughtBy({ products }, "t/s", shop.orderRecord("o"), { isRepeat: false });
  const counts = lines.map(({ candidates }) => candidates.length);
  assert.deepEqual([counts[0], counts[149], counts[150]], [20, 0, 1]);
  assert.ok(counts.reduce((sum, count) => sum + count, 0) <= 2000 + lines.length);
  assert.deepEqual([lines[0]?.isAmbiguous, lines[149]?.isAmbiguous], [false, true]);
});

it("the meaning of a line reads each variant a fixed number of times", () => {
  const readsFor = (count: number) => {
    let reads = 0;
    const variants = Array.from({ length: count }, (_, i): ProductIdentity => {
      const names = { productRef: i % 2 === 0 ? "own" : "other", selectedVariantRef: `${i}` };
      return new Proxy(names, {
        get: (target, name) => {
          reads++;
          return Reflect.get(target, name) as unknown;
        },
      });
    });
    const line = { lineRef: "1", quantity: 1, productRef: "own", sku: "s" };
    meaningOf(line, { byRef: [], bySku: variants, byGtin: [] }, count);
    return reads;
  };
  assert.ok(readsFor(1000) <= 2 * readsFor(500) + 10, `${readsFor(1000)} reads`);
});
