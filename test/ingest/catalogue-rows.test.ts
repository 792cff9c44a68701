import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryShop, type Named } from "../support/memory/shop.ts";

const NOTHING = { productRef: undefined, variantRef: undefined };

/** Status of a row, and its invalid fields. */
const resultOf = ({ status, error }: Awaited<ReturnType<MemoryShop["product"]>>) => [
  status,
  ...(error?.errors ?? []).map(({ path }) => path),
];

describe("a row of products", () => {
  it("is created, unchanged, updated, or stale if it is older", async () => {
    const shop = new MemoryShop();
    const row = (title: string, second: number) =>
      shop.product({ productRef: "p", title, updatedTime: `2026-01-01T00:00:0${second}Z` });
    const statuses = [];
    for (const [title, second] of [
      ["One", 2],
      ["One", 2],
      ["Two", 3],
      ["Old", 1],
    ] as const)
      statuses.push((await row(title, second)).status);
    assert.deepEqual(statuses, ["created", "unchanged", "updated", "stale"]);
  });

  it("of a file has the time of its arrival, if it has no other", async () => {
    const shop = new MemoryShop();
    const row = { productRef: "p", title: "Newer", updatedTime: "2026-01-01T00:00:02Z" };
    await shop.product(row);
    const [early, later] = ["2026-01-01T00:00:01Z", "2026-01-01T00:00:03Z"];
    const statuses = [];
    for (const arrivedTime of [early, later])
      statuses.push((await shop.product({ productRef: "p", title: "File" }, { arrivedTime })).status);
    assert.deepEqual(statuses, ["stale", "updated"]);
  });

  it("without a time is as old as its arrival", async () => {
    const shop = new MemoryShop();
    const day = (number: number) => `2026-01-0${number}T00:00:00.500Z`;
    const statuses = [];
    for (const number of [3, 5]) {
      const rows = [
        [{ title: `Newest of ${number}` }, { arrivedTime: day(number) }],
        [{ title: "Old", updatedTime: day(number - 1) }],
        [{ title: "Old" }, { arrivedTime: day(number - 1) }],
      ] as const;
      for (const [fields, arrived] of rows)
        statuses.push((await shop.product({ productRef: "p", ...fields }, arrived)).status);
    }
    assert.deepEqual(statuses, ["created", "stale", "stale", "updated", "stale", "stale"]);
    // Platforms give times in seconds.
    const row = { productRef: "p", title: "Next", updatedTime: "2026-01-05T00:00:00Z" };
    assert.equal((await shop.product(row)).status, "updated");
  });

  it("is rejected with its invalid fields, also for an invalid time", async () => {
    const shop = new MemoryShop();
    const rows: [row: object, ...paths: string[]][] = [
      [{ title: "no reference" }, "/productRef"],
      [
        { productRef: "x", variants: [{ variantRef: "v", price: "free", available: 1.5 }] },
        ...["/variants/0/price", "/variants/0/available"],
      ],
      // Nobody could wait for this variant.
      [{ productRef: "p", publishedTime: "2028-02-30T12:00:00Z" }, "/publishedTime"],
    ];
    for (const [row, ...paths] of rows)
      assert.deepEqual(resultOf(await shop.product(row)), ["rejected", ...paths]);
  });

  it("in Shopify's shape marks variants that are no longer listed as sold out, and restores them when they are listed again", async () => {
    const shop = new MemoryShop();
    const [kept, gone]: [Named, Named] = [
      { productRef: "7", variantRef: "8" },
      { productRef: "7", variantRef: "9" },
    ];
    const listing = (listed: Named[], more: object = {}) =>
      shop.product({
        ...{ id: "7", title: "Beanie" },
        variants: listed.map(({ variantRef }) => ({ id: variantRef, inventory_quantity: 3 })),
        ...more,
      });
    const isAvailable = async (of: Named) => (await shop.variant(of)).isAvailable;
    await listing([kept, gone]);
    await shop.stock(gone, 4, { locationRef: "berlin" });
    // No change by a row without variants, by one with unlisted variants only, or by one in another shape.
    await shop.product({ id: "7", title: "Hat" });
    await listing([kept], { variant_gids: [{}, {}] });
    await shop.product({ productRef: "7", variants: [{ variantRef: "8" }] });
    assert.equal(await isAvailable(gone), true);
    assert.equal((await listing([kept])).status, "updated");
    assert.deepEqual([await isAvailable(gone), await isAvailable(kept)], [false, true]);
    assert.equal((await listing([kept])).status, "unchanged");
    await listing([kept, gone]);
    assert.equal(await isAvailable(gone), true);
  });

  it("with a price and no currency uses the tenant's currency, unless the variant has one", async () => {
    const shop = new MemoryShop();
    const tent = await shop.newProduct();
    shop.set({ currency: "EUR" });
    const say = async (fields: object) => {
      const { productRef, variantRef } = tent;
      await shop.product({ productRef, variants: [{ variantRef, ...fields }] });
      const { price, currency } = await shop.variant(tent);
      return [price, currency];
    };
    assert.deepEqual(await say({ title: "x" }), [undefined, undefined]);
    assert.deepEqual(await say({ price: "9.00" }), ["9.00", "EUR"]);
    assert.deepEqual(await say({ currency: "USD" }), ["9.00", "USD"]);
    assert.deepEqual(await say({ price: "8.00" }), ["8.00", "USD"]);
    assert.deepEqual(await say({ currency: null }), ["8.00", "EUR"]);
    shop.set({ currency: "SEK" });
    assert.deepEqual(await say({ title: "y" }), ["8.00", "EUR"]);
    assert.deepEqual(await say({ price: "8.00" }), ["8.00", "SEK"]);
    shop.set({ currency: null });
    assert.deepEqual(await say({ price: "7.00" }), ["7.00", "SEK"]);
    shop.set({ currency: "EUR" });
    assert.deepEqual(await say({ currency: "USD" }), ["7.00", "USD"]);
    assert.deepEqual(await say({ price: "6.00" }), ["6.00", "USD"]);
    assert.deepEqual(await say({ price: null, currency: null }), [undefined, undefined]);
  });
});

describe("a row of stock", () => {
  it("is applied, or stale and without effect if it is older", async () => {
    const shop = new MemoryShop();
    const tent = await shop.newProduct();
    const level = (available: number, month: number) =>
      shop.stock(tent, available, { updatedTime: `2026-0${month}-01T00:00:00Z` });
    assert.deepEqual(resultOf(await level(5, 2)), ["applied"]);
    assert.deepEqual(resultOf(await level(0, 1)), ["stale"]);
    assert.equal((await shop.variant(tent)).isAvailable, true);
  });

  it("shows whether the variant can be bought, also if units are not tracked or may be oversold", async () => {
    const shop = new MemoryShop();
    const tent = await shop.newProduct({ available: 5 });
    const isAvailable = async (of = tent) => (await shop.variant(of)).isAvailable;
    await shop.stock(tent, 0);
    assert.equal(await isAvailable(), false);
    await shop.stock(tent, null);
    assert.equal(await isAvailable(), true);
    const oversold = await shop.newProduct({ available: 0, inventoryPolicy: "continue" });
    assert.equal(await isAvailable(oversold), true);
  });

  it("is rejected without a name or a number", async () => {
    const shop = new MemoryShop();
    const tent = await shop.newProduct();
    assert.deepEqual(resultOf(await shop.stock(tent, 1, NOTHING)), ["rejected", "/variantRef"]);
    assert.deepEqual(resultOf(await shop.stock(tent, 1, { available: undefined })), [
      "rejected",
      "/available",
    ]);
  });
});
