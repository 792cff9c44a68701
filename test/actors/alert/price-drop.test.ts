import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isCheaper, isFurtherDrop, priceAtWish } from "../../../src/actors/alert/price-drop.ts";

/** Euros at the wish and now, the minimum drop in percent and in euros, and whether the customer is alerted. */
const DROPS: [was: string, is: string, leastPercent: number, leastAmount: number, isTold: boolean][] = [
  ["100", "95", 5, 0, true],
  ["100", "95.01", 5, 0, false],
  ["100", "90", 5, 10, true],
  ["100", "90.01", 5, 10, false],
  // In binary fractions this is less than a tenth.
  ["0.30", "0.27", 10, 0, true],
  ["0.30", "0.27", 0, 0.03, true],
  ["100", "100", 0, 0, false],
  ["100", "101", 0, 0, false],
  ["100", "0", 5, 0, false],
];

describe("a price drop", () => {
  for (const [was, is, leastPercent, leastAmount, isTold] of DROPS)
    it(`from ${was} to ${is} is ${isTold ? "" : "not "}${leastPercent} % and ${leastAmount} or more`, () => {
      const wish = { priceWhenAdded: { amount: was, currency: "EUR" }, createdTime: "" };
      assert.equal(isCheaper(wish, { amount: is, currency: "EUR", leastPercent, leastAmount }), isTold);
    });

  it("is measured from the first price after the wish was for its variant", () => {
    const [first, second, third] = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00.000Z`);
    const firstPrices = [first, third].map((time = "", i) => ({
      amount: `${i + 1}.00`,
      currency: "EUR",
      time,
    }));
    const now = { amount: "1.00", currency: "EUR", leastPercent: 0, leastAmount: 0, firstPrices };
    const createdTime = first ?? "";
    assert.equal(priceAtWish({ createdTime }, now)?.amount, "1.00");
    assert.equal(priceAtWish({ createdTime, variantSince: second ?? "" }, now)?.amount, "2.00");
  });

  it("is measured from the lowest alerted price, if any", () => {
    const now = { amount: "0.27", currency: "EUR", leastPercent: 0, leastAmount: 0 };
    const isFurther = (lowest: string, minStepPercent: number) =>
      isFurtherDrop(lowest, { ...now, minStepPercent });
    assert.deepEqual(
      [isFurther("0.30", 10), isFurther("0.30", 11), isFurther("0.27", 0), isFurther("0.26", 0)],
      [true, false, false, false],
    );
  });
});
