import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newerLine } from "../../../src/actors/order/renamed-line.ts";
import type { OrderLine } from "../../../src/store/records/orders.ts";

type Names = Omit<OrderLine, "lineRef" | "quantity">;
const line = (names: Names): OrderLine => ({ lineRef: "1", quantity: 1, ...names });
const newer = (before: Names, now: Names) => newerLine(line(before), line(now), 7);

describe("a line of a newer version", () => {
  const renamed: [string, Names, Names][] = [
    ["id", { variantId: "a", sku: "s" }, { variantId: "b", sku: "s" }],
    ["reference", { productRef: "p", variantRef: "a" }, { productRef: "p", variantRef: "b" }],
    ["reference, while the product is missing", { productRef: "p", variantRef: "a" }, { variantRef: "b" }],
    [
      "product of the same reference",
      { productRef: "p", variantRef: "a" },
      { productRef: "q", variantRef: "a" },
    ],
    ["sku", { sku: "a" }, { sku: "b" }],
    ["sku, without the earlier reference", { variantRef: "a", sku: "a" }, { sku: "b" }],
    ["gtin", { gtin: "1" }, { gtin: "2" }],
    ["product alone", { productRef: "p", sku: "a" }, { productRef: "q", gtin: "1" }],
  ];
  for (const [what, before, now] of renamed)
    it(`names another variant if it has another ${what}, and keeps none of the earlier names`, () =>
      assert.deepEqual(newer(before, now), { ...line(now), renamedIn: 7 }));

  const same: [string, Names, Names][] = [
    ["lacks its product", { productRef: "p", variantRef: "a" }, { variantRef: "a" }],
    ["lacks all names", { productRef: "p", variantRef: "a", sku: "s" }, {}],
    ["has an additional name", { productRef: "p", sku: "s" }, { productRef: "p", variantRef: "a", sku: "s" }],
    ["has another sku, but the same reference", { variantRef: "a", sku: "s" }, { variantRef: "a", sku: "t" }],
    ["has only other names", { sku: "s" }, { variantRef: "a" }],
  ];
  for (const [what, before, now] of same)
    it(`names the same variant if it ${what}, and keeps the names that it omits`, () =>
      assert.deepEqual(newer(before, now), line({ ...before, ...now })));

  it("keeps the revision in which it was renamed, until it is renamed again", () => {
    const once = newer({ sku: "a" }, { sku: "b" });
    assert.equal(newerLine(once, line({ sku: "b" }), 8).renamedIn, 7);
    assert.equal(newerLine(once, line({ sku: "c" }), 9).renamedIn, 9);
  });
});
