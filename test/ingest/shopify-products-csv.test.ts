import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readProduct } from "../../src/ingest/read/products.ts";
import { csvEntriesOf } from "../support/data/csv.ts";
import type { Json } from "../support/service.ts";

/** The rows of a file of products as they are applied. */
const rowsOf = (...lines: string[]): Json[] =>
  csvEntriesOf("products", ...lines).map((entry) =>
    "error" in entry ? entry.error : readProduct(JSON.parse(entry.text)),
  );

describe("Shopify's product export", () => {
  const HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant SKU";

  it("hides a product that is not published in the online store, and shows an unlisted one", () => {
    const rows = rowsOf(
      `${HEADER},Published,Status`,
      "a,A,Size,S,1,TRUE,active",
      "b,B,Size,S,2,false,Active",
      "c,C,Size,S,3,FALSE,archived",
      "d,D,Size,S,4,FALSE,",
      "e,E,Size,S,5,TRUE,Unlisted",
      "f,F,Size,S,6,TRUE,",
    );
    const statuses = rows.map((row) => row.product?.status);
    assert.deepEqual(statuses, ["active", "draft", "archived", "draft", "active", undefined]);
  });

  it("has all variants of a product, also if several have the same stock-keeping unit", () => {
    const file = [
      `${HEADER},Variant Inventory Qty`,
      "mug,Mug,Colour,Red,MUG,3",
      "mug,,Colour,Blue,MUG,0",
      "mug,,Colour,Green,MUG-2,4",
      "cup,Cup,Colour,Blue,MUG,1",
    ];
    const variants = rowsOf(...file).map((row) =>
      row.variants.map(({ variantRef, sku, available }: Json) => [variantRef, sku, available]),
    );
    assert.deepEqual(variants, [
      [
        ["MUG", "MUG", 3],
        ["mug-blue", "MUG", 0],
        ["MUG-2", "MUG-2", 4],
      ],
      [["MUG", "MUG", 1]],
    ]);
  });

  it("changes the stock only if it has a column of the stock", () => {
    const stockOf = (columns: string, ...cells: string[]) =>
      rowsOf(HEADER + columns, ...cells.map((cell, i) => `${i},A,Size,S,${i}${cell}`)).map(
        ({ variants: [variant] }) => variant.available,
      );
    assert.deepEqual(stockOf(",Variant Price", ",19.90"), [undefined]);
    assert.deepEqual(stockOf(",Variant Inventory Qty", ",3", ","), [3, undefined]);
    assert.deepEqual(
      stockOf(",Variant Inventory Tracker,Variant Inventory Qty", ",shopify,3", ",shopify,", ",,3", ",,"),
      [3, undefined, null, null],
    );
  });
});

describe("Shopify's inventory export", () => {
  it("has the levels of each variant of a product with one stock-keeping unit", () => {
    const lines = [
      "Handle,Title,Option1 Name,Option1 Value,SKU,Location,Available",
      "mug,Mug,Colour,Red,MUG,Berlin,6",
      "mug,Mug,Colour,Red,MUG,Store 2,7",
      "mug,Mug,Colour,Blue,MUG,Berlin,8",
    ];
    const levels = csvEntriesOf("stock-levels", ...lines).map((entry) =>
      "error" in entry ? entry.error : JSON.parse(entry.text),
    );
    assert.deepEqual(levels, [
      { sku: "MUG", locationRef: "Berlin", available: 6 },
      { sku: "MUG", locationRef: "Store 2", available: 7 },
      { variantRef: "mug-blue", locationRef: "Berlin", available: 8 },
    ]);
  });
});
