import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { amountOf, millionths } from "../../../src/actors/report/money.ts";

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
