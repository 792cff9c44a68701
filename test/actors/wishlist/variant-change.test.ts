import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutFormerNames } from "../../../src/actors/wishlist/items/variant-change.ts";
import type { ProductChange } from "../../../src/actors/wishlist/messages.ts";

const CURRENT = { productId: "P", productRef: "p", selectedVariantId: "V", selectedVariantRef: "v" };

describe("a change of a wish's product", () => {
  const cases: [name: string, change: ProductChange, kept: ProductChange][] = [
    ["keeps names that change nothing", CURRENT, CURRENT],
    [
      "leaves the former reference, if the id changes",
      { ...CURRENT, selectedVariantId: "W", oldVariantId: "V" },
      { productId: "P", productRef: "p", selectedVariantId: "W", oldVariantId: "V" },
    ],
    [
      "leaves the former id, if the reference changes",
      { ...CURRENT, selectedVariantRef: "w", oldVariantRef: "v" },
      { productId: "P", productRef: "p", selectedVariantRef: "w", oldVariantRef: "v" },
    ],
    [
      "leaves all former ids, if the references are of another product",
      { ...CURRENT, productRef: "q", selectedVariantRef: "w", oldVariantRef: "v" },
      { productRef: "q", selectedVariantRef: "w", oldVariantRef: "v" },
    ],
    [
      "leaves all former references, if the ids are of another product",
      { ...CURRENT, productId: "Q", selectedVariantId: "W", oldVariantId: "V" },
      { productId: "Q", selectedVariantId: "W", oldVariantId: "V" },
    ],
    [
      "keeps the reference of another product's variant that is called the same",
      { ...CURRENT, productRef: "q", oldVariantRef: "v" },
      { productRef: "q", selectedVariantRef: "v", oldVariantRef: "v" },
    ],
    [
      "keeps all names, if both the id and the reference change",
      { productId: "P", selectedVariantId: "W", selectedVariantRef: "w", oldVariantId: "V" },
      { productId: "P", selectedVariantId: "W", selectedVariantRef: "w", oldVariantId: "V" },
    ],
  ];
  for (const [name, change, kept] of cases)
    it(name, () => assert.deepEqual(withoutFormerNames(CURRENT, change), kept));

  it("keeps the references of a wish without ids, if these are added", () => {
    const { productRef, selectedVariantRef } = CURRENT;
    const change = { ...CURRENT, oldVariantRef: "v" };
    assert.deepEqual(withoutFormerNames({ productRef, selectedVariantRef }, change), change);
  });
});
