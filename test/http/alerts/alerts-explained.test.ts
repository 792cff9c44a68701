import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { AlertCount } from "../../support/jobs/alert-count.ts";
import { type Caller, CS, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { explanationOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
let alerts: AlertCount;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  alerts = new AlertCount(service, shop);
  await shop.put(`${WS}/settings`, {
    alerts: { holdSeconds: 0, waveSeconds: 0, priceDrop: true },
  });
});

/** The rules have tests without a service (test/http/explain). These tests run through a service. */
describe("alerts/explain", () => {
  it("lists the rules, and names the one that blocks", async () => {
    const product = await newProduct(shop, { available: 0 });
    const { customer, item } = await wishFor(shop, product);
    assert.equal((await explanationOf(shop, customer, product.variantRef)).decision, "blocked by flag");
    await shop.put(`${WS}/wishlist/items/id=${item.id}`, { notifyMe: true });
    const { decision, rules } = await explanationOf(shop, customer, product.variantRef);
    assert.equal(decision, "blocked by stock");
    assert.ok(
      rules.every(({ rule, outcome, detail }: Json) => rule && detail && /^(pass|block)$/.test(outcome)),
    );
    await setStock(shop, product.variantRef, 1);
    await alerts.expect(customer);
    assert.equal((await explanationOf(shop, customer, product.variantRef)).decision, "told");
    assert.equal(
      (await explanationOf(shop, { id: "nobody" }, product.variantRef)).decision,
      "blocked by customer",
    );
    assert.equal(
      (await explanationOf(shop, customer, product.variantRef, "&type=price_drop")).rules[2].outcome,
      "pass",
    );
    assert.equal((await shop.get(`${WS}/alerts/explain?customerRef=x`)).status, 400);
  });
});

describe("a variant whose reference several products have", () => {
  it("is the one that the customer wishes for, or that of the named product", async () => {
    const own = await service.newCaller();
    const variants = [{ variantRef: "small", available: 0, price: "10" }];
    const products = ["cap", "hat", "scarf"].map((productRef) => ({
      productRef,
      title: productRef,
      variants,
    }));
    await own.post(`${WS}/products`, products);
    const { customer } = await wishFor(own, { productRef: "hat", variantRef: "small" }, { notifyMe: true });
    await settled(service);
    assert.equal((await explanationOf(own, customer, "small")).decision, "blocked by stock");
    const decisionOf = async (productRef: string) =>
      (await explanationOf(own, customer, "small", `&productRef=${productRef}`)).decision;
    assert.equal(await decisionOf("hat"), "blocked by stock");
    assert.equal(await decisionOf("scarf"), "blocked by wish");
    assert.equal(await decisionOf("glove"), "blocked by catalogue");
    for (const { productRef } of products) {
      const { body: found } = await own.get(`${WS}/variants/small?productRef=${productRef}`);
      assert.equal(found.productRef, productRef);
      const { body: list } = await own.get(`${WS}/variants/small/waiting?productRef=${productRef}`);
      assert.equal(list.waiting.length, productRef === "hat" ? 1 : 0);
    }
    for (const path of ["", "/waiting"])
      assert.equal((await own.get(`${WS}/variants/small${path}?productRef=glove`)).status, 404);
  });
});

describe("a variant that the catalogue does not have", () => {
  it("is distinguished from a product without variants, and from an unknown product", async () => {
    const own = await service.newCaller();
    const variants = [{ variantRef: "hat-small" }];
    await own.post(`${WS}/products`, [
      { productRef: "hat", title: "Hat", variants },
      { productRef: "card", title: "Card", variants: [] },
    ]);
    const { customer } = await wishFor(own, { productRef: "card", variantRef: "card" });
    const reasonOf = async (variantRef: string, query = ""): Promise<string> => {
      const { decision, rules } = await explanationOf(own, customer, variantRef, query);
      assert.equal(decision, "blocked by catalogue");
      return rules.find(({ rule }: Json) => rule === "catalogue").detail;
    };
    const noVariants = /^The catalogue has the product card, but without variants/;
    assert.match(await reasonOf("card"), noVariants);
    assert.match(await reasonOf("any", "&productRef=card"), noVariants);
    assert.match(await reasonOf("any", "&productRef=hat"), /has the product hat, but not this variant/);
    assert.match(await reasonOf("any"), /^The catalogue does not have the variant/);
  });
});

describe("alerts/explain of a customer with very many items", () => {
  it("finds the wish without reading other items", async () => {
    // A tenant of its own keeps the change feed of the others short.
    const large = await service.newCaller();
    const product = await newProduct(large, { available: 0 });
    const { customer, item } = await wishFor(large, product, { notifyMe: true });
    const numbers = Array.from({ length: 500 }, (_, i) => i);
    for (let round = 0; round < 3; round++) {
      const itemRef = numbers.map((i) => ({ productRef: "many", selectedVariantRef: `${round}-${i}` }));
      const { status } = await large.post(`${WS}/wishlist/add-items`, {
        wishlistId: item.wishlistId,
        itemRef,
      });
      assert.equal(status, 202);
    }
    const { decision } = await explanationOf(large, customer, product.variantRef);
    assert.equal(decision, "blocked by stock");
  });
});

describe("changes", () => {
  it("have a cursor before the first change, and after the last", async () => {
    const empty = await service.newCaller();
    const { body: before } = await empty.get(`${WS}/changes?after=&limit=10`);
    assert.deepEqual(before, { events: [], cursor: "0-0", hasMore: false });
    await empty.newCustomer();
    await settled(service);
    const { body: first } = await empty.get(`${WS}/changes?after=${before.cursor}`);
    assert.equal(first.events[0].type, "customer.created");
    const { body: last } = await empty.get(`${WS}/changes?after=${first.cursor}`);
    assert.deepEqual([last.events.length <= 1, typeof last.cursor], [true, "string"]);
  });

  it("come in order with a cursor, each once, with the current data of the record", async () => {
    const { customer, item } = await wishFor(shop, { productRef: "p", variantRef: "v" });
    await settled(service);
    const all: Json[] = [];
    let after = "";
    for (;;) {
      const { body } = await shop.get(`${WS}/changes?limit=7${after}`);
      all.push(...body.events);
      after = `&after=${body.cursor}`;
      if (!body.hasMore) break;
    }
    const ids = all.map(({ id }) => id as string);
    assert.equal(new Set(ids).size, ids.length);
    const types = all
      .filter(({ data }) => data.customerRef === customer.id)
      .map(({ type }) => type as string);
    assert.deepEqual(types, ["customer.created", "wishlist.created", "wishlist.item.added"]);
    assert.ok(all.some(({ data }) => data.item?.id === item.id));
    assert.ok(!all.some(({ type }) => (type as string).startsWith("catalogue.")));
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    const { text } = await shop.get(`${WS}/changes?limit=1000`);
    assert.ok(!text.includes(`"customerRef":"${customer.id}"`));
    assert.equal((await shop.get(`${WS}/changes?after=x`)).status, 400);
  });
});
