import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joined } from "../../../src/actors/wishlist/items/join.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { itemWith } from "../../support/data/state-keys.ts";

const TIME = "2026-03-01T00:00:00.000Z";

/** The units of a wish that results from two. */
function unitsOf(one: Partial<ItemRecord>, other: Partial<ItemRecord>) {
  const both = joined(itemWith(one), itemWith(other), TIME);
  const { quantity = 1, purchased, purchasedQuantity, purchasedDate } = both;
  return { quantity, purchased, purchasedQuantity, purchasedDate };
}

describe("two wishes that are merged", () => {
  it("have the larger quantity, and the sum of the purchased units", () => {
    const some = { quantity: 4, purchased: false, purchasedQuantity: 3, purchasedDate: undefined };
    assert.deepEqual(
      unitsOf({ quantity: 2, purchasedQuantity: 1 }, { quantity: 4, purchasedQuantity: 2 }),
      some,
    );
    assert.deepEqual(unitsOf({ quantity: 4, purchasedQuantity: 2 }, { purchased: true }), some);
  });

  it("are purchased if these are enough, since the earlier purchase if any", () => {
    const all = { quantity: 2, purchased: true, purchasedQuantity: undefined };
    const halves = [
      { quantity: 2, purchasedQuantity: 1 },
      { quantity: 2, purchasedQuantity: 1 },
    ] as const;
    assert.deepEqual(unitsOf(...halves), { ...all, purchasedDate: TIME });
    const before = "2026-01-01T00:00:00.000Z";
    const bought = { quantity: 2, purchased: true, purchasedDate: before };
    assert.deepEqual(unitsOf({ quantity: 2 }, bought), { ...all, purchasedDate: before });
  });
});
