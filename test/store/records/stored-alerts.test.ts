import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { presentAlert, presentRetriedMail } from "../../../src/http/presenters/alerts.ts";
import { MAIL_REASONS } from "../../../src/store/records/alerts.ts";
import { decodeAlert, mailReasonOf } from "../../../src/store/records/stored-alerts.ts";

/** Sentences of earlier versions for an e-mail that was not sent, and their codes. */
const SENTENCES = [
  ["no e-mail address", "no_address"],
  ["unsubscribed", "unsubscribed"],
  ["no consent to marketing", "no_consent"],
  ["bought", "bought"],
  ["no longer wished for", "not_wished"],
  ["not in the catalogue any more", "not_in_catalogue"],
  ["not shown any more", "not_shown"],
  ["sold out", "sold_out"],
  ["the price has risen", "price_risen"],
  ["switched off", "switched_off"],
  ["the tenant is suspended", "tenant_suspended"],
  ["the processes that sent it have failed too often", "given_up"],
  ["the service has failed too often to send it", "given_up"],
] as const;
const REFUSAL = "550 5.1.1 no such box";
const MAIL = { status: "failed", time: "2026-01-01T00:00:00.000Z", messageId: "m" };

const alertWith = (mail: object) => decodeAlert(JSON.stringify({ id: "a", email: { ...MAIL, ...mail } }));
const shownOf = (mail: object) => (presentAlert(alertWith(mail)) as { email: Record<string, unknown> }).email;

describe("stored alerts", () => {
  it("have codes instead of the sentences of earlier versions, and show both a sentence and the code", () => {
    for (const [sentence, reason] of SENTENCES) {
      assert.deepEqual(alertWith({ reason: sentence }).email, { ...MAIL, reason });
      const shown = shownOf({ reason: sentence });
      assert.equal(shown["reasonCode"], reason);
      assert.deepEqual(shown, shownOf({ reason }));
    }
    const sentenceOf = new Map(SENTENCES.map(([sentence, code]) => [code, sentence]));
    for (const [code, sentence] of sentenceOf) assert.equal(shownOf({ reason: code })["reason"], sentence);
  });

  it("have the answer of a mail server as a detail, which they show as the reason", () => {
    const reason = "mail_server";
    assert.deepEqual(alertWith({ reason: REFUSAL }).email, { ...MAIL, reason, detail: REFUSAL });
    assert.deepEqual(shownOf({ reason: REFUSAL }), { ...MAIL, reason: REFUSAL, reasonCode: reason });
    assert.deepEqual(shownOf({ reason, detail: REFUSAL }), { ...MAIL, reason: REFUSAL, reasonCode: reason });
    // A code may not be mistaken for an answer.
    for (const code of MAIL_REASONS) assert.deepEqual(mailReasonOf(code), { reason: code });
    assert.deepEqual(mailReasonOf("constructor"), { reason: "mail_server", detail: "constructor" });
  });

  it("show no reason for an e-mail that waits or was sent, and nothing without an e-mail", () => {
    assert.deepEqual(shownOf({ status: "sent" }), { ...MAIL, status: "sent" });
    assert.deepEqual(presentAlert(decodeAlert('{"id":"a"}')), { id: "a" });
  });

  it("show a kept reply of an earlier version like one of this version", () => {
    const replyWith = (email: object) => presentRetriedMail(JSON.stringify({ id: "a", email }));
    assert.equal(replyWith({ ...MAIL, reason: "sold out" }), replyWith({ ...MAIL, reason: "sold_out" }));
    assert.equal(presentRetriedMail('{"id":"a"}'), '{"id":"a"}');
  });
});
