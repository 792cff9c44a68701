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
      const without = isMarketing ? "no consent to marketing" : undefined;
      const why = (accepts_marketing: boolean, marketing_opt_in_level: string | null) =>
        whyNoMail(customerWith({ email, accepts_marketing, marketing_opt_in_level }), type);
      assert.equal(why(false, null), without);
      assert.equal(why(true, "unknown"), without);
      assert.equal(why(true, null), without);
      assert.equal(why(true, "single_opt_in"), undefined);
    });

    it(`of ${type} is not sent to customers without an e-mail address, or who have unsubscribed`, () => {
      const consent = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
      assert.equal(whyNoMail(customerWith(consent), type), "no e-mail address");
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
      return whyOutdated(alert, found, stage.settings, Date.now());
    };
    assert.equal(why(), undefined);
    price("79");
    assert.equal(why(), undefined);
    price("81");
    assert.equal(why(), "the price has risen");
    price("80", "USD");
    assert.equal(why(), "the price has risen");
    stage.feed({ available: 0 });
    assert.equal(why(), "sold out");
    stage.feed({}, { status: "draft" });
    assert.equal(why(), "not shown any more");
  });
});
