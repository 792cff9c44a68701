import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ItemResponse } from "../../../src/http/schemas/wishlists/items.ts";
import { outputRowsOf, unknownPathsIn } from "../../../src/jobs/exports/rows.ts";

/** Fields that do not belong to the item alone, or have several values. */
const ELSEWHERE = ["wishlistId", "wishlistRef", "product", "priceWhenAdded", "attributeGroups"];

describe("a CSV export without a mapping", () => {
  it("has a column for every field of an item", () => {
    const columns = outputRowsOf("csv", undefined).head.trimEnd().split(",");
    const fields = Object.keys(ItemResponse.properties).filter((name) => !ELSEWHERE.includes(name));
    assert.ok(fields.length > 10);
    assert.deepEqual(
      fields.filter((name) => !columns.includes(`item.${name}`)),
      [],
    );
  });
});

describe("a CSV export with a mapping", () => {
  it("leaves a column of a deletion empty whose path is a name that every object inherits", () => {
    const deletion = {
      type: "deleted",
      what: "item",
      reason: "removed",
      id: "1",
      time: "2026-01-01",
    } as const;
    const { textOf } = outputRowsOf("csv", { gone: "constructor", item: "item.id", what: "what" });
    assert.equal(textOf([{ ...deletion, itemId: "i" }]), ",i,item\r\n");
  });
});

describe("the paths of a mapping", () => {
  it("are known for each field of an item, its parents, and all attribute groups", () => {
    const fields = Object.keys(ItemResponse.properties);
    const paths = [
      ...fields.map((name) => `item.${name}`),
      "item",
      "customer",
      "item.attributeGroups.a.attributes.b",
    ];
    assert.deepEqual(unknownPathsIn(Object.fromEntries(paths.map((path) => [path, path]))), []);
  });

  it("are unknown if no record has them, and for names that every object inherits", () => {
    const mapping = { a: "item.productRef", b: "customer.constructor", c: "productRef", d: "item.id" };
    assert.deepEqual(unknownPathsIn(mapping), ["a", "b", "c"]);
  });
});
