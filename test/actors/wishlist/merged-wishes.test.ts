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

  it("have the price of the older one, or of the only one that is open", () => {
    const priced = (amount: string, createdTime: string, purchased: boolean) =>
      itemWith({ purchased, createdTime, quantity: 2, priceWhenAdded: { amount, currency: "EUR" } });
    const older = (purchased: boolean) => priced("100", "2026-01-01T00:00:00.000Z", purchased);
    const younger = (purchased: boolean) => priced("80", "2026-02-01T00:00:00.000Z", purchased);
    const rows: [one: boolean, other: boolean, amount: string][] = [
      [false, false, "100"],
      [true, true, "100"],
      [true, false, "80"],
      [false, true, "100"],
    ];
    for (const [one, other, amount] of rows) {
      const both = [joined(older(one), younger(other), TIME), joined(younger(other), older(one), TIME)];
      for (const { priceWhenAdded, createdTime } of both) {
        assert.equal(priceWhenAdded?.amount, amount, `${String(one)} ${String(other)}`);
        assert.equal(createdTime, "2026-01-01T00:00:00.000Z");
      }
    }
  });

  it("have the price of the one that has waited longer for alerts, not of one that was switched on later", () => {
    const [early, middle, late] = [1, 2, 3].map((month) => `2026-0${month}-01T00:00:00.000Z`);
    const wish = (amount: string, createdTime = "", fields: Partial<ItemRecord> = {}) =>
      itemWith({ createdTime, priceWhenAdded: { amount, currency: "EUR" }, notifyMe: true, ...fields });
    const cases: [one: ItemRecord, other: ItemRecord, amount: string, since: string | undefined][] = [
      [wish("100", early), wish("80", middle), "100", early],
      [wish("100", early, { waitingSince: late ?? "" }), wish("80", middle), "80", middle],
      [wish("100", early, { notifyMe: false }), wish("80", middle), "80", middle],
    ];
    for (const [one, other, amount, since] of cases)
      for (const both of [joined(one, other, TIME), joined(other, one, TIME)])
        assert.deepEqual([both.priceWhenAdded?.amount, both.waitingSince], [amount, since]);
  });

  it("are purchased if these are enough, since the earlier purchase if any", () => {
    const all = { quantity: 2, purchased: true, purchasedQuantity: undefined };
    const halves = [
      { quantity: 2, purchasedQuantity: 1 },
      { quantity: 2, purchasedQuantity: 1 },
    ] as const;
    assert.deepEqual(unitsOf(...halves), { ...all, purchasedDate: TIME });
    const dated = halves.map((half, i) => ({ ...half, lastPurchaseDate: `2026-02-0${i + 1}T00:00:00.000Z` }));
    const [one = {}, other = {}] = dated;
    for (const both of [unitsOf(one, other), unitsOf(other, one)])
      assert.deepEqual(both, { ...all, purchasedDate: "2026-02-02T00:00:00.000Z" });
    const before = "2026-01-01T00:00:00.000Z";
    const bought = { quantity: 2, purchased: true, purchasedDate: before };
    assert.deepEqual(unitsOf({ quantity: 2 }, bought), { ...all, purchasedDate: before });
  });
});
