import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { consentChange, hasConsented } from "../../../src/actors/customer/consent.ts";
import { customerWith } from "../../support/data/state-keys.ts";

const LEVELS = ["single_opt_in", "confirmed_opt_in", "unknown", null] as const;
const customer = (accepts_marketing: boolean, marketing_opt_in_level: string | null) =>
  customerWith({ accepts_marketing, marketing_opt_in_level });

describe("consent to marketing", () => {
  it("needs acceptance and a known opt-in level", () => {
    for (const level of LEVELS) {
      assert.equal(hasConsented(customer(true, level)), level !== null && level !== "unknown");
      assert.equal(hasConsented(customer(false, level)), false);
    }
  });

  it("is also given and withdrawn by a change of the level alone", () => {
    const [unknown, known] = [customer(true, "unknown"), customer(true, "single_opt_in")];
    assert.deepEqual(consentChange(unknown, known), { consent: "given" });
    assert.deepEqual(consentChange(known, unknown), { consent: "withdrawn" });
    assert.deepEqual(consentChange(null, known), { consent: "given" });
    assert.deepEqual(consentChange(null, unknown), {});
  });
});
