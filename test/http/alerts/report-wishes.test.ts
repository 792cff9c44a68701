import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await sharedService();
  newShop = service.newCaller;
});

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function report(shop: Caller, name: string, query = ""): Promise<Json> {
  const { status, body, text } = await shop.get(`${WS}/reports/${name}?${query}`);
  assert.equal(status, 200, text);
  return body;
}
const rowsOf = async (shop: Caller, name: string, query?: string): Promise<Json[]> =>
  (await report(shop, name, query)).rows;

const variant = (productRef: string, selectedVariantRef: string) => ({ productRef, selectedVariantRef });
const today = async (shop: Caller, query = "") =>
  (await rowsOf(shop, "activity", `from=${dayIn(0)}&${query}`))[0];

async function buy(shop: Caller, customerRef: string, order: Record<string, unknown>): Promise<string> {
  const orderRef = unique("o");
  const row = { orderRef, customerRef, createdTime: new Date(Date.now() + DAY_MS).toISOString(), ...order };
  assert.equal((await shop.post(`${WS}/orders`, row)).status, 202);
  await settled(service);
  return orderRef;
}

describe("GET reports/most-wished", () => {
  it("counts wishes per variant and per product, for the variant and location that they have now", async () => {
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

  it("has private lists, keeps what was wished for on deleted ones, and says what is gone", async () => {
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

  it("names what the catalogue knows", async () => {
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
  it("has wishes that stand and whose variant is sold out, in units and money", async () => {
    const shop = await newShop();
    const priced = { price: "0.10", currency: "EUR" };
    const [out, there, untold, endless] = [
      await newProduct(shop, { ...priced, available: 0 }),
      await newProduct(shop, { ...priced, available: 5 }),
      await newProduct(shop, priced),
      await newProduct(shop, { ...priced, available: 0, inventoryPolicy: "continue" }),
    ];
    for (const product of [out, out, out, out, there, untold, endless]) await wishFor(shop, product);
    const { item } = await wishFor(shop, out);
    await shop.delete(`${WS}/wishlist/items/${item.id}`);
    const { customer } = await wishFor(shop, out);
    await buy(shop, customer.id, { lines: [{ lineRef: "1", variantRef: out.variantRef, quantity: 1 }] });
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

  it("looks at the stock of the location, where it is known there", async () => {
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

describe("GET reports/conversions", () => {
  const line = (variantRef: string, more: object = {}) => ({
    lineRef: variantRef,
    productRef: "beanie",
    variantRef,
    quantity: 1,
    ...more,
  });
  const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  it("adds money up exactly, per currency, with the days between wish and order", async () => {
    const shop = await newShop();
    const owner = await shop.newCustomer();
    const list = await shop.newWishlist({ customerRef: owner.id });
    for (const ref of ["rust", "cream", "blue"])
      await shop.newItem(list.id, { product: variant("beanie", ref), locationRef: "berlin" });
    const other = await shop.newWishlist();
    await shop.newItem(other.id, { product: variant("beanie", "rust") });
    const price = { price: "0.1", quantity: 3 };
    await buy(shop, owner.id, {
      createdTime: later(2.5),
      currency: "EUR",
      lines: [line("rust", price), line("cream", { price: "19.99" }), line("never wished")],
    });
    await buy(shop, owner.id, { createdTime: later(3), lines: [line("blue")] });
    await buy(shop, other.customerRef, {
      createdTime: later(4.5),
      currency: "EUR",
      lines: [line("rust", { price: "0.2" })],
    });
    await settled(service);
    const period = `from=${dayIn(0)}&to=${dayIn(5)}`;
    const row = (variantRef: string, purchases: number, units: number, averageDays: number, more = {}) => ({
      productRef: "beanie",
      variantRef,
      purchases,
      units,
      averageDays,
      ...more,
    });
    const blue = row("blue", 1, 1, 3);
    const cream = row("cream", 1, 1, 2.5, { revenue: "19.99", currency: "EUR" });
    assert.deepEqual(await rowsOf(shop, "conversions", period), [
      row("rust", 2, 4, 3.5, { revenue: "0.50", currency: "EUR" }),
      blue,
      cream,
    ]);
    assert.deepEqual(await rowsOf(shop, "conversions", `${period}&locationRef=berlin`), [
      blue,
      cream,
      row("rust", 1, 3, 2.5, { revenue: "0.30", currency: "EUR" }),
    ]);
    assert.deepEqual(await rowsOf(shop, "conversions"), [], "they lie in the future");
  });

  it("ranks the variants of one currency by their revenue on request", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    for (const ref of ["rust", "cream", "blue"])
      await shop.newItem(list.id, { product: variant("beanie", ref) });
    const other = await shop.newWishlist();
    await shop.newItem(other.id, { product: variant("beanie", "rust") });
    const createdTime = "2030-01-31T12:00:00Z";
    for (const [customerRef, ref, price, currency] of [
      [list.customerRef, "rust", "1", "EUR"],
      [other.customerRef, "rust", "1", "EUR"],
      [list.customerRef, "cream", "10", "EUR"],
      [list.customerRef, "blue", "500", "CHF"],
    ] as const)
      await buy(shop, customerRef, { createdTime, currency, lines: [line(ref, { price })] });
    const sold = async (query: string) =>
      (await rowsOf(shop, "conversions", `from=2030-01-31&to=2030-01-31&${query}`)).map((row) => [
        row.variantRef,
        row.revenue,
      ]);
    const [rust, cream, blue] = [
      ["rust", "2.00"],
      ["cream", "10.00"],
      ["blue", "500.00"],
    ];
    assert.deepEqual(await sold("currency=EUR"), [rust, cream]);
    assert.deepEqual(await sold("currency=EUR&sortBy=revenue"), [cream, rust]);
    assert.deepEqual(await sold("currency=EUR&sortBy=revenue&limit=1"), [cream]);
    assert.deepEqual(await sold("currency=CHF&sortBy=revenue"), [blue]);
    assert.deepEqual(await sold("by=day&currency=CHF"), [[undefined, "500.00"]]);
  });

  it("has a row for each day and currency on request, in the order of the days, without those of other locations", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    for (const ref of ["rust", "cream", "blue", "sand"])
      await shop.newItem(list.id, { product: variant("beanie", ref), locationRef: ref });
    for (const [ref, createdTime, currency] of [
      ["rust", "2030-01-31T23:59:59Z", "EUR"],
      ["cream", "2030-01-31T12:00:00Z", "EUR"],
      ["blue", "2030-01-31T12:00:00Z", "CHF"],
      ["sand", "2030-02-02T00:00:00Z", "EUR"],
    ] as const)
      await buy(shop, list.customerRef, { createdTime, currency, lines: [line(ref, { price: "0.1" })] });
    const days = async (query = "") =>
      (await rowsOf(shop, "conversions", `from=2030-01-30&to=2030-02-02&by=day&limit=1&${query}`)).map(
        ({ averageDays: _, ...row }) => row,
      );
    const row = (day: string, purchases: number, revenue: string, currency: string) => {
      return { day, purchases, units: purchases, revenue, currency };
    };
    assert.deepEqual(await days(), [
      row("2030-01-31", 1, "0.10", "CHF"),
      row("2030-01-31", 2, "0.20", "EUR"),
      row("2030-02-02", 1, "0.10", "EUR"),
    ]);
    assert.deepEqual(await days("locationRef=cream"), [row("2030-01-31", 1, "0.10", "EUR")]);
    assert.deepEqual(await days("locationRef=rome"), []);
  });

  it("takes back what is refunded or cancelled, also when the list is gone, and keeps the rest", async () => {
    const shop = await newShop();
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { product: variant("beanie", "rust") });
    await shop.newItem(list.id, { product: variant("beanie", "cream") });
    const createdTime = later(0.001);
    const push = async (order: object) => {
      const row = { orderRef: "one", customerRef: list.customerRef, currency: "EUR", createdTime, ...order };
      assert.equal((await shop.post(`${WS}/orders`, row)).status, 202);
    };
    const sold = async () =>
      (await rowsOf(shop, "conversions", `to=${dayIn(1)}`)).map((row) => [
        row.variantRef,
        row.units,
        row.revenue,
      ]);
    const comes = async (expected: unknown[]) => {
      await settled(service);
      assert.deepEqual(await sold(), expected);
    };
    const lines = [line("rust", { price: "5", quantity: 3 }), line("cream", { price: "7" })];
    await push({ lines });
    await comes([
      ["cream", 1, "7.00"],
      ["rust", 3, "15.00"],
    ]);
    await push({ lines: [{ ...lines[0], refundedQuantity: 1 }, lines[1]] });
    await comes([
      ["cream", 1, "7.00"],
      ["rust", 2, "10.00"],
    ]);
    await push({ lines: [{ ...lines[0], refundedQuantity: 3 }, lines[1]] });
    await comes([["cream", 1, "7.00"]]);
    await shop.delete(`${WS}/wishlists?id=${list.id}`);
    await settled(service);
    assert.deepEqual(await sold(), [["cream", 1, "7.00"]]);
    await push({ lines, status: "cancelled" });
    await comes([]);
    assert.equal((await rowsOf(shop, "activity", `to=${dayIn(1)}`)).at(-1).purchased, 0);
  });
});
