import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joined } from "../../../src/actors/wishlist/join.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { itemWith } from "../../support/state-keys.ts";

const TIME = "2026-03-01T00:00:00.000Z";

/** What a wish that two have become says of its units. */
function unitsOf(one: Partial<ItemRecord>, other: Partial<ItemRecord>) {
  const both = joined(itemWith(one), itemWith(other), TIME);
  const { quantity = 1, purchased, purchasedQuantity, purchasedDate } = both;
  return { quantity, purchased, purchasedQuantity, purchasedDate };
}

describe("two wishes that become one", () => {
  it("want the larger quantity, and have all units that either has bought", () => {
    const some = { quantity: 4, purchased: false, purchasedQuantity: 3, purchasedDate: undefined };
    assert.deepEqual(
      unitsOf({ quantity: 2, purchasedQuantity: 1 }, { quantity: 4, purchasedQuantity: 2 }),
      some,
    );
    assert.deepEqual(unitsOf({ quantity: 4, purchasedQuantity: 2 }, { purchased: true }), some);
  });

  it("are bought once these are all, since the earlier purchase if there was one", () => {
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
