import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { whyNoMail } from "../../../src/actors/alert/mail-rules.ts";
import { whyOutdated } from "../../../src/actors/alert/outdated.ts";
import { ALERT_TYPES } from "../../../src/store/records/alerts.ts";
import { customerWith } from "../../support/data/state-keys.ts";
import { AlertStage } from "../../support/memory/alert-stage.ts";

const email = "ann@example.com";
const MARKETING = ["price_drop", "low_stock"];

describe("the e-mail of an alert", () => {
  for (const type of ALERT_TYPES) {
    const isMarketing = MARKETING.includes(type);

    it(`of ${type} ${isMarketing ? "needs consent to marketing" : "needs no consent: the customer requested it"}`, () => {
      const without = isMarketing ? "no_consent" : undefined;
      const why = (accepts_marketing: boolean, marketing_opt_in_level: string | null) =>
        whyNoMail(customerWith({ email, accepts_marketing, marketing_opt_in_level }), type);
      assert.equal(why(false, null), without);
      assert.equal(why(true, "unknown"), without);
      assert.equal(why(true, null), without);
      assert.equal(why(true, "single_opt_in"), undefined);
    });

    it(`of ${type} is not sent to customers without an e-mail address, or who have unsubscribed`, () => {
      const consent = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
      assert.equal(whyNoMail(customerWith(consent), type), "no_address");
      const gone = customerWith({ ...consent, email, alerts_unsubscribed_at: "2026-01-01T00:00:00.000Z" });
      assert.equal(whyNoMail(gone, type), "unsubscribed");
    });
  }

  it("of a price drop is outdated once the price is higher than in the alert, or in another currency", () => {
    const stage = new AlertStage();
    const price = (amount: string, currency = "EUR") => stage.feed({ price: amount, currency, available: 5 });
    price("100");
    stage.wish();
    price("80");
    stage.runWaves();
    const [alert] = stage.alerts();
    const why = () => {
      const [product, variant] = [stage.product(), stage.variant()];
      assert.ok(alert && product && variant, "there is an alert of the tent");
      const found = { product, variant };
      return whyOutdated(alert, found, Date.now());
    };
    assert.equal(why(), undefined);
    price("79");
    assert.equal(why(), undefined);
    price("81");
    assert.equal(why(), "price_risen");
    price("80", "USD");
    assert.equal(why(), "price_risen");
    stage.feed({ available: 0 });
    assert.equal(why(), "sold_out");
    stage.feed({}, { status: "draft" });
    assert.equal(why(), "not_shown");
  });

  it("names its reason by a code, also if a process of an earlier version sends a sentence", () => {
    const ann = { storeKey: "t/s", slot: "t/s:ann", key: "ann" };
    /** Raises an alert that a message takes, and returns its name. */
    const raised = (outdated?: string) => {
      const stage = new AlertStage();
      stage.run({ type: "UpsertCustomer", ...ann, ref: "ann", fields: { email } });
      stage.feed({ available: 0 });
      stage.wish({ notifyMe: true });
      stage.feed({ available: 5 });
      stage.runWaves();
      const name = String(stage.store.all("alert", ann.slot)[0]?.field);
      const late = outdated === undefined ? {} : { outdated: { [name]: outdated } };
      stage.run({ type: "TakeMail", ...ann, names: [name], messageId: "m", ...late });
      return { stage, name };
    };
    const mailOf = ({ stage }: ReturnType<typeof raised>) => {
      const { status, reason, detail } = stage.alerts()[0]?.email ?? {};
      return [status, reason, detail];
    };
    for (const outdated of ["sold_out", "sold out"])
      assert.deepEqual(mailOf(raised(outdated)), ["suppressed", "sold_out", undefined]);
    const settled = (outcome: { reason: string; detail?: string }) => {
      const { stage, name } = raised();
      assert.equal(mailOf({ stage, name })[0], "sending");
      stage.run({ type: "SettleMail", ...ann, names: [name], messageId: "m", status: "failed", ...outcome });
      return mailOf({ stage, name });
    };
    const detail = "550 no such box";
    for (const outcome of [{ reason: "mail_server", detail }, { reason: detail }])
      assert.deepEqual(settled(outcome), ["failed", "mail_server", detail]);
    assert.deepEqual(settled({ reason: "the tenant is suspended" }), [
      "failed",
      "tenant_suspended",
      undefined,
    ]);
  });
});
