import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { groupedDigits } from "../../src/text/grouped-digits.ts";

describe("groupedDigits", () => {
  it("writes a number as Intl does in English", () => {
    for (const count of [0, 7, 999, 1000, 10_000, 123_456, 1_000_000, 1_234_567_890])
      assert.equal(groupedDigits(count), new Intl.NumberFormat("en").format(count));
  });
});
