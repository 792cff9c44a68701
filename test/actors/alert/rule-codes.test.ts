import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mailRules } from "../../../src/actors/alert/mail-rules.ts";
import { ALERT_RULES, MAIL_RULES } from "../../../src/actors/alert/rule-codes.ts";
import { RULES } from "../../../src/actors/alert/rules.ts";
import { customerWith } from "../../support/data/state-keys.ts";

const codesOf = (rules: readonly { code: string }[]) => rules.map(({ code }) => code);

describe("the codes of the alert rules in the API document", () => {
  it("are those of the rules that an explanation checks, in order", () => {
    const { tenant, wish, variant, occasion, notified } = RULES;
    const ofWish = codesOf([...wish, ...variant, ...occasion, ...notified]);
    assert.deepEqual(Object.keys(ALERT_RULES), [
      ...["customer", "catalogue", ...codesOf(tenant)],
      ...["wish", ...ofWish, "hold"],
    ]);
  });

  it("are those of the e-mail rules, in order", () => {
    const rules = mailRules(customerWith({}), "price_drop").map(({ rule }) => rule);
    assert.deepEqual(Object.keys(MAIL_RULES), ["mail server", "setting", ...rules]);
  });
});
