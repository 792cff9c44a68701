import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joined } from "../../../src/actors/wishlist/items/join.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { itemWith } from "../../support/data/state-keys.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { Lists } from "../../support/memory/lists.ts";
import { PLAIN, productOf } from "../../support/memory/named-wishes.ts";

const TIME = "2026-03-01T00:00:00.000Z";

/** The units of a wish that results from two. */
function unitsOf(one: Partial<ItemRecord>, other: Partial<ItemRecord>) {
  const both = joined(itemWith(one), itemWith(other), TIME);
  const { quantity = 1, purchased, purchasedQuantity, purchasedDate } = both;
  return { quantity, purchased, purchasedQuantity, purchasedDate };
}

describe("two wishes that are merged", () => {
  it("have the larger quantity, and the sum of the purchased units", () => {
    assert.deepEqual(unitsOf({ quantity: 2, purchasedQuantity: 1 }, { quantity: 4, purchasedQuantity: 2 }), {
      quantity: 4,
      purchased: false,
      purchasedQuantity: 3,
      purchasedDate: undefined,
    });
  });

  it("keep the open units of one, if the other is purchased", () => {
    const rows: [open: Partial<ItemRecord>, purchased: Partial<ItemRecord>, units: number, bought: number][] =
      [
        [{}, {}, 2, 1],
        [{ quantity: 4, purchasedQuantity: 2 }, {}, 5, 3],
        [{ quantity: 2 }, { quantity: 2 }, 4, 2],
        [{}, { purchasedQuantity: 2 }, 3, 2],
        [{ quantity: 9999 }, {}, 9999, 1],
      ];
    for (const [open, purchased, quantity, purchasedQuantity] of rows) {
      const closed = { purchased: true, purchasedDate: TIME, ...purchased };
      for (const both of [unitsOf(open, closed), unitsOf(closed, open)])
        assert.deepEqual(both, { quantity, purchased: false, purchasedQuantity, purchasedDate: undefined });
    }
  });

  it("are for the variant since the earlier one was, or since the open one was", () => {
    const onDay = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    const [first, second, third] = [onDay(1), onDay(2), onDay(3)] as const;
    const changedLate = itemWith({ createdTime: first, variantSince: third });
    const cases: [other: ItemRecord, since: string | undefined][] = [
      [itemWith({ createdTime: second }), second],
      [itemWith({ createdTime: first }), undefined],
      [itemWith({ createdTime: second, purchased: true }), third],
    ];
    for (const [other, since] of cases)
      for (const both of [joined(changedLate, other, TIME), joined(other, changedLate, TIME)])
        assert.deepEqual([both.createdTime, both.variantSince], [first, since]);
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
      [wish("100", early, { purchased: true }), wish("80", middle, { notifyMe: false }), "80", TIME],
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
    const again = { ...bought, purchasedDate: TIME };
    assert.deepEqual(unitsOf(again, bought), { ...all, purchasedQuantity: 4, purchasedDate: before });
  });
});

it("a merged wish that stays open has the time of the later of the purchases of both", () => {
  const [first, last] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"] as const;
  for (const [purchasedDate, lastPurchaseDate] of [
    [first, last],
    [last, first],
  ] as const) {
    const bought = itemWith({ purchased: true, purchasedDate });
    const half = itemWith({ quantity: 2, purchasedQuantity: 1, lastPurchaseDate });
    for (const both of [joined(bought, half, TIME), joined(half, bought, TIME)])
      assert.deepEqual(
        [both.purchasedQuantity, both.lastPurchaseDate, both.purchasedDate],
        [2, last, undefined],
      );
  }
});

describe("a move to a list with the same wish", () => {
  it("keeps the wish open if the other one is purchased, for the next order and for a refund", () => {
    const lists = new Lists(2);
    const order = (orderKey: string, revision: number, isUndone = false) => {
      const boughtTime = new Date(lists.partition.now + 1000).toISOString();
      lists.accept({
        type: "MatchOrder",
        ...customerSlot,
        ...{
          orderKey,
          orderRef: orderKey,
          revision,
          person: "customerRef",
          removePurchased: false,
          boughtTime,
        },
        lines: [
          { lineRef: "1", isUndone, units: 1, candidates: [{ rule: "variant", product: productOf(1) }] },
        ],
      });
    };
    const shown = () => {
      const { purchased, quantity, purchasedQuantity, notifyMe } = lists.only(1);
      return [purchased, quantity, purchasedQuantity, notifyMe];
    };
    lists.add(1, PLAIN);
    order("first", 1);
    lists.add(0, { ...PLAIN, notifyMe: true });
    assert.ok(lists.move(0, 1, [1]).ok);
    assert.deepEqual(shown(), [false, 2, 1, true]);
    order("second", 1);
    assert.deepEqual(shown(), [true, 2, undefined, true]);
    order("first", 2, true);
    assert.deepEqual(shown(), [false, 2, 1, true]);
    assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
  });
});
