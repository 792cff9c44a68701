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
