import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const PRODUCTS = `${WS}/products`;
const put = async (rows: unknown) => (await shop.post(PRODUCTS, rows)).body.results as Json[];
const variant = async (ref: string) => (await shop.get(`${WS}/variants/${ref}`)).body;

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

  it("sums over locations once they are known, and shows them", async () => {
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
  });

  it("stores pending stock until its variant arrives, and then applies it", async () => {
    const [sku, variantRef] = [unique("sku"), unique("v")];
    assert.deepEqual((await shop.post(`${WS}/stock-levels`, { sku, available: 4 })).body.results, [
      { status: "parked" },
    ]);
    await newProduct(shop, { variantRef, sku });
    await settled(service, { withinMs: 0 });
    assert.equal((await variant(variantRef)).available, 4);
  });

  it("rejects each row whose time is more than a day ahead, also of an unknown variant", async () => {
    const updatedTime = "9999-12-31T23:59:59Z";
    const { variantRef } = await newProduct(shop, { available: 1 });
    const sku = unique("sku");
    const rows = [
      { variantRef, available: 2, updatedTime },
      { variantRef, available: 3 },
      { sku, available: 4, updatedTime },
      { sku, available: 5 },
      { sku, available: 6, updated_at: updatedTime },
      { variantRef, available: 7, updated_at: updatedTime },
    ];
    const results = (await shop.post(`${WS}/stock-levels`, rows)).body.results as Json[];
    const error = (result?: Json) => [result?.error.code, result?.error.errors[0].path];
    assert.deepEqual(error(results[0]), ["InvalidInput", "/updatedTime"]);
    assert.deepEqual(error(results[2]), ["InvalidInput", "/updatedTime"]);
    for (const sent of results.slice(4)) assert.deepEqual(error(sent), ["InvalidInput", "/updated_at"]);
    assert.deepEqual([results[1], results[3]], [{ status: "applied" }, { status: "parked" }]);
    assert.equal((await variant(variantRef)).available, 3);
    const late = await newProduct(shop, { sku });
    await settled(service, { withinMs: 0 });
    assert.equal((await variant(late.variantRef)).available, 5);
  });

  it("applies the rows of one variant in order, whatever name each uses", async () => {
    const sku = unique("sku");
    const { variantRef, variantId } = await newProduct(shop, { sku });
    for (let round = 0; round < 5; round++) {
      const rows = [
        // An unknown name takes longer to look up.
        { variantRef: unique("none"), inventoryItemId: unique("none"), sku, available: 1 },
        { variantRef, available: 2 },
        { variantRef: unique("none"), sku, available: 3 },
        { variantId, available: 4 },
      ];
      await shop.post(`${WS}/stock-levels`, rows);
      assert.equal((await variant(variantRef)).available, 4);
    }
  });

  it("keeps the newest pending stock of each location, under any name", async () => {
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

  it("treats pending stock without a time as current at its arrival", async () => {
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

  it("lets a repeated request overwrite nothing newer", async () => {
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

  it("refuses a name that matches variants of several products, and accepts it with the product", async () => {
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

  it("names at most five of the products that match, in at most 1,000 characters", async () => {
    const refusalWith = async (sku: string, refs: readonly string[]) => {
      for (const productRef of refs) await newProduct(shop, { sku, variantRef: unique("v") }, { productRef });
      const { body } = await shop.post(`${WS}/stock-levels`, { sku, available: 1 });
      const [{ error }] = body.results;
      assert.equal(error.errors[0].message, error.detail);
      return String(error.detail);
    };
    const refs = Array.from({ length: 7 }, () => unique("p"));
    const detail = await refusalWith(unique("sku"), refs);
    assert.equal(refs.filter((ref) => detail.includes(ref)).length, 5);
    assert.match(detail, / or another product\.$/);
    const long = refs.map((ref) => `${ref}${"x".repeat(230)}`);
    assert.equal((await refusalWith(unique("sku"), long)).length, 1000);
  });

  it("accepts 1,000 locations of a variant, also from concurrent requests, and refuses more", async () => {
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
});
