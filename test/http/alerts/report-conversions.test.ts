import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DAY_MS } from "../../../src/units/durations.ts";
import { buy, dayIn, rowsOf } from "../../support/data/reports.ts";
import { type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await sharedService();
  newShop = service.newCaller;
});

const variant = (productRef: string, selectedVariantRef: string) => ({ productRef, selectedVariantRef });

describe("GET reports/conversions", () => {
  const line = (variantRef: string, more: object = {}) => ({
    lineRef: variantRef,
    productRef: "beanie",
    variantRef,
    quantity: 1,
    ...more,
  });
  const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  it("adds up money exactly, per currency, with the days between wish and order", async () => {
    const shop = await newShop();
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist({ customerRef: customer.id });
    for (const ref of ["rust", "cream", "blue"])
      await shop.newItem(list.id, { product: variant("beanie", ref), locationRef: "berlin" });
    const other = await shop.newWishlist();
    await shop.newItem(other.id, { product: variant("beanie", "rust") });
    const price = { price: "0.1", quantity: 3 };
    await buy(service, shop, customer.id, {
      createdTime: later(2.5),
      currency: "EUR",
      lines: [line("rust", price), line("cream", { price: "19.99" }), line("never wished")],
    });
    await buy(service, shop, customer.id, { createdTime: later(3), lines: [line("blue")] });
    await buy(service, shop, other.customerRef, {
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
      await buy(service, shop, customerRef, { createdTime, currency, lines: [line(ref, { price })] });
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
      await buy(service, shop, list.customerRef, {
        createdTime,
        currency,
        lines: [line(ref, { price: "0.1" })],
      });
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

  it("subtracts what is refunded or cancelled, also if the list is deleted, and keeps the rest", async () => {
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
