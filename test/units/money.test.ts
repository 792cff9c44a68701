import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { amountOf, isLess, isShareOf, millionths } from "../../src/units/money.ts";

const amount = fc
  .tuple(fc.maxSafeNat(), fc.stringMatching(/^\d{0,6}$/))
  .map(([whole, fraction]) => (fraction === "" ? `${whole}` : `${whole}.${fraction}`));

describe("amountOf", () => {
  it("is the inverse of millionths, for any number of decimal places", () => {
    fc.assert(fc.property(amount, (text) => millionths(amountOf(millionths(text))) === millionths(text)));
    assert.deepEqual(
      ["0", "19.9", "19.90", "0.000001", "1.2345"].map((text) => amountOf(millionths(text))),
      ["0.00", "19.90", "19.90", "0.000001", "1.2345"],
    );
  });

  it("adds up exactly, unlike binary fractions", () => {
    assert.equal(amountOf(millionths("0.1") + millionths("0.2")), "0.30");
    assert.equal(amountOf(millionths("0.10") - millionths("1.00")), "-0.90");
  });
});

describe("amounts", () => {
  it("compare exactly, also if they are equal as binary fractions", () => {
    assert.equal(isLess("9007199254740992.00", "9007199254740993.00"), true);
    assert.equal(isLess("0.3", "0.30"), false);
    fc.assert(fc.property(amount, amount, (a, b) => !(isLess(a, b) && isLess(b, a))));
  });

  it("are a share of another one from the exact percentage on", () => {
    const isPart = (part: string, percent: number) =>
      isShareOf(millionths(part), millionths("0.30"), percent);
    assert.deepEqual(
      [isPart("0.03", 10), isPart("0.03", 10.000001), isPart("0.0375", 12.5)],
      [true, false, true],
    );
  });
});
