import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { atEnd } from "../support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { newProduct, setStock, wishFor } from "../support/shop.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const PRODUCTS = `${WS}/products`;
const put = async (rows: unknown) => (await shop.post(PRODUCTS, rows)).body.results as Json[];
const variant = async (ref: string) => (await shop.get(`${WS}/variants/${ref}`)).body;

describe("POST products", () => {
  it("takes one row, an array, or an object with the array, and gives ids that stay", async () => {
    const [a, b] = [unique("p"), unique("p")];
    const [one] = await put({ productRef: a, title: "A", variants: [{ variantRef: unique("v") }] });
    assert.equal(one.status, "created");
    const two = await put([
      { productRef: a, title: "A2" },
      { productRef: b, title: "B" },
    ]);
    assert.deepEqual(
      two.map(({ status }) => status),
      ["updated", "created"],
    );
    assert.equal(two[0].productId, one.productId);
    const [again] = await put({ products: [{ productRef: b, title: "B" }] });
    assert.equal(again.status, "unchanged");
    const { body } = await shop.get(`${PRODUCTS}/${a}`);
    assert.equal(body.title, "A2");
    assert.equal(body.variants.length, 1);
    assert.equal((await shop.get(`${PRODUCTS}/${one.productId}`)).body.productRef, a);
  });

  it("says of each row what is wrong with it, and writes the others", async () => {
    const good = unique("p");
    const [missing, bad, made, none] = await put([
      { title: "no reference" },
      { productRef: "x", variants: [{ variantRef: "v", price: "free", available: 1.5 }] },
      { productRef: good, title: "good" },
      7,
    ]);
    assert.deepEqual(missing.error.errors, [{ path: "/productRef", message: "is missing" }]);
    assert.deepEqual(
      bad.error.errors.map(({ path }: Json) => path),
      ["/variants/0/price", "/variants/0/available"],
    );
    assert.equal(made.status, "created");
    assert.equal(none.status, "rejected");
  });

  it("refuses times that are none, which nobody could wait for", async () => {
    const [row] = await put({ productRef: unique("p"), publishedTime: "2028-12-31T23:59:60Z" });
    assert.deepEqual(
      row.error.errors.map(({ path }: Json) => path),
      ["/publishedTime"],
    );
  });

  it("is 400 for no rows and for more than 1,000", async () => {
    assert.equal((await shop.post(PRODUCTS, [])).status, 400);
    const many = Array.from({ length: 1001 }, (_, i) => ({ productRef: `m${i}` }));
    assert.equal((await shop.post(PRODUCTS, { products: many })).status, 400);
  });

  it("takes Shopify's product, with every digit of its ids, and only news that is not older", async () => {
    const raw = (title: string, updated: string, more = "") =>
      `{"id": 788032119674292922, "title": "${title}", "status": "active", "published_at": "2020-01-01T00:00:00Z",
        "updated_at": "${updated}", "image": {"src": "https://cdn.example/a.png"}, "variants": [
        {"id": 642667041472713922, "sku": "", "price": "19.00", "inventory_policy": "deny", "inventory_item_id": 39072856,
         "inventory_quantity": 3}${more}]}`;
    const send = async (text: string) =>
      (await shop.post(PRODUCTS, undefined, { raw: text, headers: { "Content-Type": "application/json" } }))
        .body.results[0];
    const first = await send(raw("One", "2026-02-01T00:00:00Z"));
    assert.equal(first.productRef, "788032119674292922");
    assert.equal(first.variants[0].variantRef, "642667041472713922");
    assert.equal((await send(raw("Old", "2026-01-01T00:00:00Z"))).status, "stale");
    assert.equal((await shop.get(`${PRODUCTS}/788032119674292922`)).body.title, "One");
    const found = await variant("642667041472713922");
    assert.deepEqual([found.available, found.isAvailable, found.inventoryItemId], [3, true, "39072856"]);
  });

  it("forgets a deleted product, which may come back", async () => {
    const { productRef, variantRef } = await newProduct(shop);
    assert.equal((await shop.delete(`${PRODUCTS}/${productRef}`)).status, 204);
    assert.equal((await shop.get(`${PRODUCTS}/${productRef}`)).status, 404);
    assert.equal((await shop.get(`${WS}/variants/${variantRef}`)).status, 404);
    assert.equal((await shop.delete(`${PRODUCTS}/${productRef}`)).status, 404);
    assert.equal((await put({ productRef }))[0].status, "created");
  });
});

describe("POST stock-levels", () => {
  it("finds the variant by reference, id, stock-keeping unit or inventory item", async () => {
    const [sku, inventoryItemId] = [unique("sku"), unique("inv")];
    const { variantRef, variantId } = await newProduct(shop, { sku, inventoryItemId });
    for (const [i, name] of [
      { variantRef },
      { variantId },
      { sku },
      { inventoryItemId },
      { inventory_item_id: inventoryItemId },
    ].entries()) {
      const { status, body } = await shop.post(`${WS}/stock-levels`, { ...name, available: i + 1 });
      assert.equal(status, 202);
      assert.deepEqual(body.results, [{ status: "applied" }]);
      assert.equal((await variant(variantRef)).available, i + 1);
    }
  });

  it("sums over locations once they are known, and knows untracked stock and sales beyond it", async () => {
    const { variantRef } = await newProduct(shop, { available: 5 });
    await setStock(shop, variantRef, 0, { locationRef: "a" });
    assert.equal((await variant(variantRef)).available, 5);
    await setStock(shop, variantRef, 5, { locationRef: "b" });
    await setStock(shop, variantRef, 2, { locationRef: "b" });
    const { available, stockLevels } = await variant(variantRef);
    assert.deepEqual(
      [available, stockLevels.map((level: Json) => [level.locationRef, level.available])],
      [
        2,
        [
          [undefined, 5],
          ["a", 0],
          ["b", 2],
        ],
      ],
    );
    await setStock(shop, variantRef, null, { locationRef: "b" });
    const untracked = await variant(variantRef);
    assert.deepEqual([untracked.available, untracked.isAvailable], [null, true]);
    const oversold = await newProduct(shop, { available: 0, inventoryPolicy: "continue" });
    assert.equal((await variant(oversold.variantRef)).isAvailable, true);
  });

  it("changes nothing for older news, and says so", async () => {
    const { variantRef } = await newProduct(shop);
    await setStock(shop, variantRef, 5, { updatedTime: "2026-02-01T00:00:00Z" });
    const { body } = await setStock(shop, variantRef, 9, { updatedTime: "2026-01-01T00:00:00Z" });
    assert.deepEqual(body.results, [{ status: "stale" }]);
    assert.equal((await variant(variantRef)).available, 5);
  });

  it("parks what comes before its variant, and applies it when that comes", async () => {
    const [sku, variantRef] = [unique("sku"), unique("v")];
    assert.deepEqual((await shop.post(`${WS}/stock-levels`, { sku, available: 4 })).body.results, [
      { status: "parked" },
    ]);
    await newProduct(shop, { variantRef, sku });
    await settled(service, { withinMs: 0 });
    assert.equal((await variant(variantRef)).available, 4);
  });

  it("applies the rows of one variant in their order, whatever each calls it", async () => {
    const sku = unique("sku");
    const { variantRef, variantId } = await newProduct(shop, { sku });
    for (let round = 0; round < 5; round++) {
      const rows = [
        // To look for the name that nobody bears takes longer.
        { variantRef: unique("none"), inventoryItemId: unique("none"), sku, available: 1 },
        { variantRef, available: 2 },
        { variantRef: unique("none"), sku, available: 3 },
        { variantId, available: 4 },
      ];
      await shop.post(`${WS}/stock-levels`, rows);
      assert.equal((await variant(variantRef)).available, 4);
    }
  });

  it("keeps the newest of each location of what is parked, under whatever name it came", async () => {
    const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second)).toISOString();
    const name = fc.constantFrom("variantRef", "sku", "gtin", "inventoryItemId", "exact");
    const rows = fc.uniqueArray(fc.record({ name, location: fc.constantFrom("", "a"), second: fc.nat(50) }), {
      selector: ({ second }) => second,
      minLength: 1,
      maxLength: 6,
    });
    for (const [i, sent] of fc.sample(fc.tuple(rows, fc.nat(6)), { numRuns: 12, seed: 7 }).entries()) {
      const [levels, before] = sent;
      const ref = unique(`v${i}-`);
      const names = { variantRef: ref, sku: `s${ref}`, gtin: `g${ref}`, inventoryItemId: `i${ref}` };
      const newest = new Map<string, number>();
      for (const [n, { name: by, location, second }] of levels.entries()) {
        if (n === before) await put({ productRef: ref, variants: [names] });
        const named = by === "exact" ? { productRef: ref, variantRef: ref } : { [by]: names[by] };
        const level = {
          ...named,
          locationRef: location || undefined,
          available: second,
          updatedTime: at(second),
        };
        assert.equal((await shop.post(`${WS}/stock-levels`, level)).body.results[0].error, undefined);
        newest.set(location, Math.max(second, newest.get(location) ?? 0));
      }
      await put({ productRef: ref, variants: [names] });
      await settled(service, { withinMs: 0 });
      const { stockLevels } = await variant(ref);
      const known = stockLevels.map((level: Json) => [level.locationRef ?? "", level.available] as const);
      assert.deepEqual(new Map(known), newest);
    }
  });

  it("takes parked stock without a time to be as old as its arrival", async () => {
    const [variantRef, sku] = [unique("v"), unique("sku")];
    const parked = await shop.post(`${WS}/stock-levels`, [
      { sku, available: 4 },
      { sku, available: 9, updatedTime: "2020-01-01T00:00:00Z" },
    ]);
    assert.deepEqual(parked.body.results, [{ status: "parked" }, { status: "stale" }]);
    await newProduct(shop, { variantRef, sku });
    await settled(service, { withinMs: 0 });
    assert.equal((await variant(variantRef)).available, 4);
    const { body } = await setStock(shop, variantRef, 9, { updatedTime: "2020-01-01T00:00:00Z" });
    assert.deepEqual(body.results, [{ status: "stale" }]);
  });

  it("lets a request that comes again set nothing that is known of later", async () => {
    const [variantRef, sku] = [unique("v"), unique("sku")];
    const first = () =>
      shop.post(`${WS}/stock-levels`, { sku, available: 4 }, { headers: { "Idempotency-Key": sku } });
    assert.deepEqual((await first()).body.results, [{ status: "parked" }]);
    await newProduct(shop, { variantRef, sku });
    await settled(service, { withinMs: 0 });
    assert.equal((await variant(variantRef)).available, 4);
    await setStock(shop, variantRef, 0);
    await first();
    assert.equal((await variant(variantRef)).available, 0);
  });

  it("refuses a name that fits variants of several products, and takes it with the product", async () => {
    const [size, sku] = [unique("S"), unique("sku")];
    const shirt = await newProduct(shop, { variantRef: size, sku });
    const trousers = await newProduct(shop, { variantRef: size, sku, gtin: sku });
    const { body } = await shop.post(`${WS}/stock-levels`, [
      { variantRef: size, available: 1 },
      { sku, available: 1 },
      { variantRef: size, productRef: trousers.productRef, available: 2 },
      { variantRef: size, gtin: sku, available: 3 },
      { sku, productRef: shirt.productRef, available: 4 },
      { variantRef: "other", productRef: shirt.productRef, available: 5 },
    ]);
    const [bySize, bySku, ...rest] = body.results;
    for (const { status, error } of [bySize, bySku]) {
      assert.equal(status, "rejected");
      assert.deepEqual([error.code, error.errors[0].path], ["AmbiguousReference", "/productRef"]);
      assert.ok(
        [shirt, trousers].every(({ productRef }) => error.detail.includes(productRef)),
        error.detail,
      );
    }
    assert.deepEqual(
      rest.map(({ status }: Json) => status),
      ["applied", "applied", "applied", "parked"],
    );
    const stockOf = async ({ productRef }: { productRef: string }) =>
      (await shop.get(`${PRODUCTS}/${productRef}`)).body.variants[0].available;
    assert.deepEqual([await stockOf(shirt), await stockOf(trousers)], [4, 3]);
  });

  it("takes 1,000 locations of a variant, also from requests at the same time, and refuses more", async () => {
    const { variantRef } = await newProduct(shop);
    const send = async (from: string, count: number) => {
      const rows = Array.from({ length: count }, (_, i) => ({
        variantRef,
        locationRef: `${from}${i}`,
        available: 1,
      }));
      return (await shop.post(`${WS}/stock-levels`, rows)).body.results as Json[];
    };
    const results = (await Promise.all([send("a", 600), send("b", 600)])).flat();
    const refused = results.filter(({ status }) => status !== "applied");
    assert.equal(refused.length, 200);
    assert.deepEqual(new Set(refused.map(({ error }) => error.code)), new Set(["LimitExceeded"]));
    assert.equal((await variant(variantRef)).stockLevels.length, 1000);
    assert.deepEqual(await send("a", 1), [{ status: "applied" }]);
  });

  it("refuses a row without a name or a number", async () => {
    const { body } = await shop.post(`${WS}/stock-levels`, [{ available: 1 }, { variantRef: "x" }]);
    assert.deepEqual(
      body.results.map(({ error }: Json) => error.errors[0].path),
      ["/variantRef", "/available"],
    );
  });
});

describe("a wish for what the catalogue knows", () => {
  it("is completed with the other names and the price of the day", async () => {
    const product = await newProduct(shop, { price: "19.90", currency: "EUR" });
    const { item } = await wishFor(shop, product);
    assert.deepEqual(item.product, {
      productId: product.productId,
      productRef: product.productRef,
      selectedVariantId: product.variantId,
      selectedVariantRef: product.variantRef,
    });
    assert.deepEqual(item.priceWhenAdded, { amount: "19.90", currency: "EUR" });
    const byId = await shop.newItem((await shop.newWishlist()).id, {
      product: { productId: product.productId, selectedVariantId: product.variantId },
    });
    assert.equal(byId.product.selectedVariantRef, product.variantRef);
  });

  it("is completed for its own store only", async () => {
    const other = await (await startService(suite)).newCaller();
    const product = await newProduct(shop);
    const { item } = await wishFor(other, product);
    assert.equal(item.product.productId, undefined);
  });
});

describe("a price without a currency", () => {
  it("is in the tenant's, unless the variant has one", async () => {
    const { productRef, variantRef } = await newProduct(shop);
    await shop.put(`${WS}/settings`, { currency: "EUR" });
    const say = async (fields: object) => {
      await put({ productRef, variants: [{ variantRef, ...fields }] });
      const { price, currency } = await variant(variantRef);
      return [price, currency];
    };
    assert.deepEqual(await say({ title: "x" }), [undefined, undefined]);
    assert.deepEqual(await say({ price: "9.00" }), ["9.00", "EUR"]);
    assert.deepEqual(await say({ currency: "USD" }), ["9.00", "USD"]);
    assert.deepEqual(await say({ price: "8.00" }), ["8.00", "USD"]);
    assert.deepEqual(await say({ currency: null }), ["8.00", "EUR"]);
    await shop.put(`${WS}/settings`, { currency: null });
    assert.deepEqual(await say({ currency: null }), ["8.00", undefined]);
    assert.equal((await shop.put(`${WS}/settings`, { currency: "EURO" })).status, 400);
  });
});

describe("settings", () => {
  it("are changed one by one, and refused with the field that is wrong", async () => {
    const { status, body } = await shop.put(`${WS}/settings`, {
      alerts: { holdSeconds: 5 },
      removePurchased: "false",
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.alerts.holdSeconds, body.alerts.waveMultiple, body.removePurchased],
      [5, 5, false],
    );
    const refused = await shop.put(`${WS}/settings`, { alerts: { threshold: 0 } });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.errors[0].path, "/alerts/threshold");
    assert.equal((await shop.get(`${WS}/settings`)).body.alerts.holdSeconds, 5);
  });
});
