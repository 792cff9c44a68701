import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isBlocking, judge, verdictOf } from "../../../src/actors/alert/judge.ts";
import { occasionOf } from "../../../src/actors/alert/occasion.ts";
import { isMeant, mayNotify, RULES, type VariantFacts } from "../../../src/actors/alert/rules.ts";
import type { ProductFields } from "../../../src/actors/catalogue/messages.ts";
import { identityOf } from "../../../src/store/read/products.ts";
import type { AlertType } from "../../../src/store/records/alerts.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { AlertStage } from "../../support/alert-stage.ts";
import { itemWith } from "../../support/state-keys.ts";

/** A wish that was there before anything happened. */
const wishWith = (fields: Partial<ItemRecord> = {}) =>
  itemWith({ notifyMe: true, createdTime: "2000-01-01T00:00:00.000Z", ...fields });
const NOTHING_TOLD = { alert: null, release: null, firstDrop: null };
const HOUR_MS = 3_600_000;

/** A tent that is back in stock, after a change. */
function facts(change: (stage: AlertStage) => void = () => undefined, alert: AlertType = "back_in_stock") {
  const stage = new AlertStage();
  stage.feed({ available: 0 });
  stage.feed({ available: 5 });
  change(stage);
  return stage.facts(alert);
}

/** Codes of the rules that are not met. */
function blocked(of: VariantFacts, item = wishWith()): string[] {
  const verdicts = [...RULES.tenant.map((rule) => verdictOf(rule, of)), ...judge([item], of, NOTHING_TOLD)];
  const codes = verdicts.filter(isBlocking).map(({ rule }) => rule);
  const occasion = occasionOf(of);
  assert.equal(codes.length === 0, mayNotify(of) && isMeant({ item, occasion }), "explain and wave agree");
  return codes;
}

const product = (fields: Partial<ProductFields>) => (stage: AlertStage) => stage.feed({}, fields);

describe("the rules that alerts/explain goes through", () => {
  it("are all met by a wish that waits for a variant that is back", () => {
    assert.deepEqual(blocked(facts()), []);
  });

  const WISHES: [code: string, wish: Partial<ItemRecord>][] = [
    ["flag", { notifyMe: false }],
    ["notification", { disableNotification: true }],
    ["purchased", { purchased: true }],
    ["before the rise", { createdTime: "2099-01-01T00:00:00.000Z" }],
  ];
  for (const [code, wish] of WISHES)
    it(`block by ${code} alone for a wish with ${JSON.stringify(wish)}`, () => {
      assert.deepEqual(blocked(facts(), wishWith(wish)), [code]);
    });

  const later = new Date(Date.now() + HOUR_MS).toISOString();
  const PRODUCTS: [code: string, what: string, change: (stage: AlertStage) => void][] = [
    ["released", "a draft", product({ status: "draft" })],
    ["released", "a product that is to be released", product({ prerelease: true })],
    ["released", "a product that is to be published", product({ publishedTime: later })],
    ["stock", "a variant that is sold out", (stage) => stage.feed({ available: 0 })],
    ["setting", "an alert that is off", (stage) => stage.setEnabled("back_in_stock", false)],
  ];
  for (const [code, what, change] of PRODUCTS)
    it(`block by ${code} for ${what}`, () => {
      assert.equal(
        blocked(facts(change)).find((each) => each === code),
        code,
      );
    });

  it("block by the switch what happened before the alert was switched on, and nothing after it", () => {
    const of = facts();
    const { availableSince: since = "" } = of.variant;
    assert.deepEqual(blocked({ ...of, switchedTime: since }), []);
    const after = new Date(Date.parse(since) + 1).toISOString();
    assert.deepEqual(blocked({ ...of, switchedTime: after }), ["switched on"]);
  });

  it("block by the release a rise that a wish for the release is told of as that", () => {
    const of = facts();
    const [verdict] = judge([wishWith({ prerelease: true })], of, NOTHING_TOLD).filter(
      ({ rule }) => rule === "release",
    );
    assert.equal(verdict?.outcome, "block");
  });
});

describe("a customer that a wave comes to a second time", () => {
  it("is told before, which costs no place in line, and one without a wish does not wait", () => {
    const stage = new AlertStage();
    stage.feed({ available: 0 });
    const { id } = stage.wish({ notifyMe: true });
    stage.feed({ available: 5 });
    stage.runWaves();
    assert.equal(stage.alerts().length, 1);
    const [product, variant] = [stage.product(), stage.variant()];
    assert.ok(product && variant, "the tent is in the catalogue");
    const address = { partition: 3, slot: "t/s:tent", key: "tent" };
    const outcome = (itemIds: string[], cycle = variant.cycle) => {
      const [result] = stage.run({
        type: "RaiseAlerts",
        storeKey: "t/s",
        customers: [{ slot: "t/s:ann", key: "ann", itemIds }],
        variant: identityOf({ product, variant, address }),
        ...occasionOf(stage.facts("back_in_stock")),
        since: variant.availableSince ?? "",
        cycle,
        isMailed: false,
        about: { title: "Tent", productId: product.productId },
      }) as { outcome: string }[];
      return result?.outcome;
    };
    assert.equal(outcome([id]), "told before");
    assert.equal(outcome([], variant.cycle + 1), "nobody waits");
    assert.equal(stage.alerts().length, 1);
  });
});
