import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { buy, dayIn, rowsOf } from "../../support/data/reports.ts";
import { type Caller, CS, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await sharedService();
  newShop = service.newCaller;
});

const variant = (productRef: string, selectedVariantRef: string) => ({ productRef, selectedVariantRef });
const today = async (shop: Caller, query = "") =>
  (await rowsOf(shop, "activity", `from=${dayIn(0)}&${query}`))[0];

describe("GET reports/most-wished", () => {
  it("counts wishes per variant and per product, by their current variant and location", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    const [beanie] = [await shop.newItem(list.id, { product: variant("beanie", "rust") })];
    await shop.newItem((await shop.newWishlist()).id, {
      product: variant("beanie", "rust"),
      locationRef: "berlin",
    });
    const scarf = await shop.newItem(list.id, { product: variant("scarf", "blue"), locationRef: "paris" });
    await shop.newItem(list.id, { product: { productId: "77", selectedVariantId: "771" } });
    await shop.put(`${WS}/wishlist/items/id=${beanie.id}`, {
      product: { ...variant("beanie", "cream"), oldVariantRef: "rust" },
    });
    await shop.put(`${WS}/wishlist/items/id=${scarf.id}`, { locationRef: "berlin" });
    await settled(service);
    const counts = { wishes: 1, removed: 0, standing: 1 };
    const byRef = [
      { productRef: "beanie", variantRef: "cream", ...counts },
      { productRef: "beanie", variantRef: "rust", ...counts },
      { productRef: "scarf", variantRef: "blue", ...counts },
    ];
    assert.deepEqual(await rowsOf(shop, "most-wished"), [
      { productId: "77", variantId: "771", ...counts },
      ...byRef,
    ]);
    assert.deepEqual(await rowsOf(shop, "most-wished", "by=product&limit=2"), [
      { productRef: "beanie", wishes: 2, removed: 0, standing: 2 },
      { productId: "77", ...counts },
    ]);
    assert.deepEqual(await rowsOf(shop, "most-wished", "locationRef=berlin"), byRef.slice(1));
    assert.deepEqual(await rowsOf(shop, "most-wished", "locationRef=paris"), []);
  });

  it("counts private lists, keeps wishes of deleted lists, and shows which variants are deleted", async () => {
    const shop = await newShop();
    const customer = await shop.newCustomer();
    const [kept, dropped] = [
      await shop.newWishlist({ customerRef: customer.id, isPrivate: true }),
      await shop.newWishlist({ customerRef: customer.id }),
    ];
    const item = await shop.newItem(kept.id, { product: variant("a", "1") });
    await shop.newItem(kept.id, { product: variant("b", "1") });
    await shop.newItem(dropped.id, { product: variant("a", "1") });
    await shop.newItem(dropped.id, { product: variant("c", "1") });
    await shop.delete(`${WS}/wishlist/items/${item.id}`);
    await shop.delete(`${WS}/wishlists?id=${dropped.id}`);
    await shop.delete(`${CS}/customers/${customer.id}`);
    await settled(service);
    assert.deepEqual(await rowsOf(shop, "most-wished"), [
      { productRef: "a", variantRef: "1", wishes: 2, removed: 2, standing: 0 },
      { productRef: "b", variantRef: "1", wishes: 1, removed: 0, standing: 1 },
      { productRef: "c", variantRef: "1", wishes: 1, removed: 1, standing: 0 },
    ]);
    const { added, removed, wishlistsCreated, wishlistsDeleted } = await today(shop);
    assert.deepEqual([added, removed, wishlistsCreated, wishlistsDeleted], [4, 3, 2, 1]);
  });

  it("shows the names of the catalogue", async () => {
    const shop = await newShop();
    const product = await newProduct(shop, { sku: "B-1", title: "Rust" });
    await wishFor(shop, product);
    await settled(service);
    assert.deepEqual(await rowsOf(shop, "most-wished"), [
      { ...product, title: "Beanie", variantTitle: "Rust", sku: "B-1", wishes: 1, removed: 0, standing: 1 },
    ]);
    const { productRef, productId } = product;
    assert.deepEqual(await rowsOf(shop, "most-wished", "by=product"), [
      { productRef, productId, title: "Beanie", wishes: 1, removed: 0, standing: 1 },
    ]);
  });
});

describe("GET reports/unmet-demand", () => {
  it("has open wishes for variants that are sold out, in units and money", async () => {
    const shop = await newShop();
    const priced = { price: "0.10", currency: "EUR" };
    const [out, there, unknown, endless] = [
      await newProduct(shop, { ...priced, available: 0 }),
      await newProduct(shop, { ...priced, available: 5 }),
      await newProduct(shop, priced),
      await newProduct(shop, { ...priced, available: 0, inventoryPolicy: "continue" }),
    ];
    for (const product of [out, out, out, out, there, unknown, endless]) await wishFor(shop, product);
    const { item } = await wishFor(shop, out);
    await shop.delete(`${WS}/wishlist/items/${item.id}`);
    const { customer } = await wishFor(shop, out);
    await buy(service, shop, customer.id, {
      lines: [{ lineRef: "1", variantRef: out.variantRef, quantity: 1 }],
    });
    await settled(service);
    const named = { ...out, title: "Beanie" };
    const money = { price: "0.10", currency: "EUR" };
    assert.deepEqual(await rowsOf(shop, "unmet-demand"), [
      { ...named, units: 4, available: 0, ...money, amount: "0.40" },
    ]);
    await setStock(shop, out.variantRef, 1);
    await setStock(shop, there.variantRef, -1);
    assert.deepEqual(await rowsOf(shop, "unmet-demand"), [
      { ...there, title: "Beanie", units: 1, available: -1, ...money, amount: "0.10" },
    ]);
  });

  it("uses the stock of the location, if it is known", async () => {
    const shop = await newShop();
    const product = await newProduct(shop, {});
    await setStock(shop, product.variantRef, 0, { locationRef: "berlin" });
    await setStock(shop, product.variantRef, 3, { locationRef: "paris" });
    for (const locationRef of ["berlin", "paris", "rome"]) await wishFor(shop, product, { locationRef });
    await settled(service);
    const units = async (query: string) =>
      (await rowsOf(shop, "unmet-demand", query)).map((row: Json) => [row.units, row.available]);
    assert.deepEqual(await units("locationRef=berlin"), [[1, 0]]);
    assert.deepEqual(await units("locationRef=paris"), []);
    assert.deepEqual(await units("locationRef=rome"), []);
    assert.deepEqual(await units(""), []);
  });
});
