import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { consentInWords } from "../../portal/words/consent.ts";

const CASES = [
  [true, "single_opt_in", { isGiven: true, state: "accepted", level: "single opt-in" }],
  [true, "confirmed_opt_in", { isGiven: true, state: "accepted", level: "confirmed opt-in" }],
  [true, "unknown", { isGiven: false, state: "no consent", level: "opt-in level unknown" }],
  [true, null, { isGiven: false, state: "no consent", level: "opt-in level unknown" }],
  [false, null, { isGiven: false, state: "not accepted" }],
] as const;

describe("the portal's words for the consent of a customer", () => {
  for (const [accepts, level, words] of CASES)
    it(`are "${words.state}" with accepts_marketing ${accepts} and the level ${level}`, () => {
      const customer = { accepts_marketing: accepts, marketing_opt_in_level: level };
      assert.deepEqual(consentInWords(customer), words);
    });
});
