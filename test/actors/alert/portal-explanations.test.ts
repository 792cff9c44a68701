import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { alertAnswer, mailAnswer } from "../../../portal/words/explanations.ts";
import { ALERT_KINDS } from "../../../portal/words/kinds.ts";
import { ALERT_RULES, MAIL_RULES } from "../../../src/actors/alert/rule-codes.ts";
import { defined } from "../../../src/collections/defined.ts";
import { ALERT_TYPES, MAIL_STATUSES } from "../../../src/store/records/alerts.ts";

const OF_ALERTS = Object.keys(ALERT_RULES);
const OF_MAIL = Object.keys(MAIL_RULES);
/** A text of the API that contains a field name. */
const DETAIL = "The field someField is true.";

const ruled = (codes: readonly string[], outcome: "pass" | "block") =>
  codes.map((rule) => ({ rule, outcome, detail: DETAIL }));

describe("the portal's explanation of a missing alert", () => {
  it("has a text of its own for each result of each rule", () => {
    for (const rule of OF_ALERTS) {
      const decision = `blocked by ${rule}`;
      const { sentence, checks } = alertAnswer({ decision, rules: ruled([rule], "block") });
      assert.match(sentence, /^No alert\. [A-Z].*\.$/, rule);
      assert.ok(!sentence.includes(DETAIL), rule);
      assert.match(checks[0]?.title ?? "", /^[A-Z]/, rule);
      assert.equal(checks[0]?.isMet, false);
    }
    for (const rule of OF_MAIL) {
      const { sentence, checks } = mailAnswer({
        decision: `blocked by ${rule}`,
        rules: ruled([rule], "block"),
      });
      assert.match(sentence, /^No e-mail\. [A-Z].*\.$/, rule);
      assert.ok(!sentence.includes(DETAIL), rule);
      assert.match(checks[0]?.title ?? "", /^[A-Z]/, rule);
    }
  });

  it("names the first of several blocking rules, and keeps the text of an unknown rule", () => {
    const rules = [...ruled(["wish", "new rule"], "pass"), ...ruled(["flag", "stock"], "block")];
    const { sentence, checks } = alertAnswer({ decision: "blocked by flag", rules });
    assert.match(sentence, /did not request alerts/);
    assert.deepEqual(checks[1], { title: "new rule", isMet: true, sentence: DETAIL });
  });

  it("does not name an earlier alert of the customer as the blocking rule", () => {
    const rules = [...ruled(["stock"], "pass"), ...ruled(["told once"], "block")];
    const { sentence, checks } = alertAnswer({ decision: "told", rules });
    assert.equal(sentence, "The customer was alerted.");
    assert.deepEqual(
      checks.map(({ isMet }) => isMet),
      [true, true],
    );
    assert.match(alertAnswer({ decision: "waiting", rules: ruled(["stock"], "pass") }).sentence, /next wave/);
  });

  it("describes the status of an e-mail, with the reason", () => {
    const said = (decision: string, reason?: string) =>
      mailAnswer({ decision, ...defined({ reason }), rules: [] }).sentence;
    assert.equal(said("sent"), "The alert was also sent by e-mail.");
    assert.equal(said("suppressed", "unsubscribed"), "No e-mail was sent: unsubscribed.");
    assert.equal(said("failed", "550: no such box"), "The e-mail could not be sent: 550: no such box.");
    assert.equal(said("waiting"), "An alert is also sent by e-mail.");
    // A status without a text of its own would read like a rule that prevents the e-mail.
    for (const status of MAIL_STATUSES) assert.notEqual(said(status), `No e-mail. ${status}`);
  });

  it("has a name for each kind of alert", () => {
    assert.deepEqual(Object.keys(ALERT_KINDS), [...ALERT_TYPES]);
  });
});
