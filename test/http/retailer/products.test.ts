import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, wishFor } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const PRODUCTS = `${WS}/products`;
const put = async (rows: unknown) => (await shop.post(PRODUCTS, rows)).body.results as Json[];
const variant = async (ref: string) => (await shop.get(`${WS}/variants/${ref}`)).body;

/** The rows of the catalogue have tests without a service (test/ingest). These tests run through a service. */
describe("POST products", () => {
  it("accepts one row, an array, or an object with the array, and gives permanent ids", async () => {
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

  it("has the values of a new product where null clears a field", async () => {
    const productRef = unique("p");
    const read = async () => {
      const { title, status, prerelease } = (await shop.get(`${PRODUCTS}/${productRef}`)).body;
      return { title, status, prerelease };
    };
    await put({ productRef });
    const initial = await read();
    const named = { title: "A", status: "draft", prerelease: true };
    await put({ productRef, ...named });
    for (const field of ["title", "status", "prerelease"] as const) {
      await put({ productRef, [field]: null });
      assert.deepEqual(await read(), { ...named, [field]: initial[field] });
      await put({ productRef, ...named });
    }
  });

  it("has variants that are found by reference, id, SKU and barcode, each in its own store only", async () => {
    const [variantRef, sku, gtin] = [unique("v"), unique("SKU-"), unique("40")];
    const [row] = await put({ productRef: unique("p"), title: "A", variants: [{ variantRef, sku, gtin }] });
    const { variantId } = row.variants[0];
    for (const name of [variantRef, variantId, sku, gtin])
      assert.deepEqual(
        [(await variant(name)).variantId, (await variant(name)).productTitle],
        [variantId, "A"],
      );
    // A reference takes precedence over the SKU of another variant.
    await put({ productRef: unique("p"), title: "B", variants: [{ variantRef: sku }] });
    assert.equal((await variant(sku)).variantRef, sku);
    const other = await service.newCaller();
    for (const name of [variantRef, variantId, sku, gtin])
      assert.equal((await other.get(`${WS}/variants/${name}`)).status, 404, name);
  });

  it("continues after one of its variants, and refuses any other cursor", async () => {
    const variants = ["a", "b", "c"].map((name) => ({ variantRef: unique(name) }));
    const [row, other] = await put(["A", "B"].map((title) => ({ productRef: unique("p"), title, variants })));
    const page = (after: string) => shop.get(`${PRODUCTS}/${row.productId}?lastVariantId=${after}`);
    const ids = row.variants.map(({ variantId }: Json) => variantId);
    for (const [after, left] of [
      ["", ids],
      [ids[0], ids.slice(1)],
      [ids[2], []],
    ] as const) {
      const { body } = await page(after);
      assert.deepEqual(
        body.variants.map(({ variantId }: Json) => variantId),
        left,
      );
      assert.equal(body.variantCount, 3);
    }
    for (const wrong of ["x", other.variants[0].variantId, `${row.productId}.1z`, row.productId]) {
      const { status, body } = await page(wrong);
      assert.deepEqual([status, body.errors?.[0].path], [400, "lastVariantId"], wrong);
    }
  });

  it("describes the error of each invalid row, and stores the others", async () => {
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

  it("is answered 400 for an object whose rows are not an array, as for the other feeds", async () => {
    const feeds = { products: PRODUCTS, orders: `${WS}/orders`, stockLevels: `${WS}/stock-levels` };
    for (const [name, path] of Object.entries(feeds))
      for (const rows of [null, 5, "x", { productRef: "p", title: "Beanie" }]) {
        const { status, body } = await shop.post(path, { [name]: rows });
        assert.equal(status, 400, `${name} ${JSON.stringify(rows)}`);
        assert.deepEqual(body.errors, [{ path: `/${name}`, message: "must be an array" }]);
      }
  });

  it("is answered 400 for no rows and for more than 1,000", async () => {
    assert.equal((await shop.post(PRODUCTS, [])).status, 400);
    const many = Array.from({ length: 1001 }, (_, i) => ({ productRef: `m${i}` }));
    assert.equal((await shop.post(PRODUCTS, { products: many })).status, 400);
  });

  it("accepts Shopify's product, with every digit of its ids, and ignores older updates", async () => {
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

  it("removes a deleted product, which may be sent again", async () => {
    const { productRef, variantRef } = await newProduct(shop);
    assert.equal((await shop.delete(`${PRODUCTS}/${productRef}`)).status, 204);
    assert.equal((await shop.get(`${PRODUCTS}/${productRef}`)).status, 404);
    assert.equal((await shop.get(`${WS}/variants/${variantRef}`)).status, 404);
    assert.equal((await shop.delete(`${PRODUCTS}/${productRef}`)).status, 404);
    assert.equal((await put({ productRef }))[0].status, "created");
  });
});

describe("the id of a product", () => {
  it("names nothing after the product was deleted, even if its reference has a new product", async () => {
    const productRef = unique("p");
    const row = { productRef, title: "Beanie", variants: [{ variantRef: unique("v") }] };
    const newId = async () => (await put(row))[0].productId;
    const formerId = await newId();
    assert.equal((await shop.delete(`${PRODUCTS}/${formerId}`)).status, 204);
    const productId = await newId();
    assert.notEqual(productId, formerId);
    for (const method of ["get", "delete"] as const)
      assert.equal((await shop[method](`${PRODUCTS}/${formerId}`)).status, 404, method);
    assert.equal((await shop.get(`${PRODUCTS}/${productRef}`)).body.productId, productId);
  });

  it("may be the reference of another product, which a read and a deletion then find first", async () => {
    const [{ productId }] = await put({ productRef: unique("p"), title: "Beanie" });
    const [other] = await put({ productRef: productId, title: "Scarf" });
    const read = async () => (await shop.get(`${PRODUCTS}/${productId}`)).body.productId;
    assert.equal(await read(), other.productId);
    assert.equal((await shop.delete(`${PRODUCTS}/${productId}`)).status, 204);
    assert.equal(await read(), productId);
  });
});

describe("a wish for a variant of the catalogue", () => {
  it("gets the other names and the current price", async () => {
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

  it("gets the names of the variant that it changes to, whatever names the request uses", async () => {
    const [from, to] = [await newProduct(shop), await newProduct(shop)];
    const names = ({ productId, productRef, variantId, variantRef }: typeof to) => ({
      byId: { productId, selectedVariantId: variantId },
      byRef: { productRef, selectedVariantRef: variantRef },
    });
    const [old, next] = [names(from), names(to)];
    const { item } = await wishFor(shop, from);
    const change = async (product: Json) => {
      const { status, body } = await shop.put(`${WS}/wishlist/items/id=${item.id}`, { product });
      assert.equal(status, 200);
      return body.product;
    };
    assert.deepEqual(await change({ ...next.byRef, oldVariantRef: from.variantRef }), {
      ...next.byId,
      ...next.byRef,
    });
    assert.deepEqual(await change({ ...old.byId, oldVariantId: to.variantId }), {
      ...old.byId,
      ...old.byRef,
    });
    const unknown = { selectedVariantRef: unique("v"), oldVariantRef: from.variantRef };
    const { productId, productRef } = from;
    const { selectedVariantRef } = unknown;
    assert.deepEqual(await change(unknown), { productId, productRef, selectedVariantRef });
  });

  it("keeps all names that were sent, also if the catalogue has one of them with others", async () => {
    const [one, other] = [await newProduct(shop), await newProduct(shop)];
    const { productId, productRef } = one;
    for (const product of [
      { productRef, selectedVariantRef: one.variantRef, selectedVariantId: unique("own") },
      { productId, selectedVariantId: one.variantId, selectedVariantRef: unique("own") },
      { productId, productRef, selectedVariantId: one.variantId, selectedVariantRef: other.variantRef },
      { productId: unique("own"), productRef, selectedVariantRef: one.variantRef },
    ]) {
      const { id } = await shop.newWishlist();
      assert.deepEqual((await shop.newItem(id, { product })).product, product);
      const { item } = await wishFor(shop, other);
      const { status, body } = await shop.put(`${WS}/wishlist/items/id=${item.id}`, {
        product: { ...product, oldVariantId: other.variantId },
      });
      assert.equal(status, 200);
      assert.deepEqual(body.product, product);
    }
  });

  it("gets the names of its own store only", async () => {
    const other = await service.newCaller();
    const product = await newProduct(shop);
    const { item } = await wishFor(other, product);
    assert.equal(item.product.productId, undefined);
  });
});

describe("settings", () => {
  it("are changed one by one, and refused with the invalid field", async () => {
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
    assert.equal((await shop.put(`${WS}/settings`, { currency: "EURO" })).status, 400);
  });
});
