import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { whyOutdated } from "../../../src/actors/alert/outdated.ts";
import { variantStateKey } from "../../../src/actors/catalogue/product.ts";
import { presentVariantAlone } from "../../../src/http/presenters/catalogue.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import { AlertStage } from "../../support/memory/alert-stage.ts";
import { alertedOn } from "../../support/memory/alerted.ts";

const EUR = { currency: "EUR" };

describe("a variant with fewer units than the threshold", () => {
  const few = (available: number) => {
    const stage = new AlertStage();
    stage.feed({ price: "100", ...EUR, available });
    stage.thresholds = { threshold: 5, lowStockThreshold: 3 };
    return stage;
  };

  it("is low in stock, and can be bought for less", async () => {
    const stage = few(20);
    stage.wish({ notifyMe: true });
    stage.feed({ available: 2 });
    assert.equal(await stage.explain("low_stock"), "waiting");
    stage.runWaves();
    stage.feed({ price: "50", ...EUR });
    assert.equal(await stage.explain("price_drop"), "waiting");
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["low_stock", "price_drop 100 50"]);
  });

  it("is not back in stock, nor low in stock, if it was sold out, and is back with enough units", async () => {
    const stage = few(0);
    stage.wish({ notifyMe: true });
    stage.feed({ available: 2 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    assert.equal(await stage.explain("back_in_stock"), "blocked by stock");
    assert.equal(await stage.explain("low_stock"), "blocked by stock");
    stage.feed({ available: 8 });
    stage.runWaves();
    stage.feed({ available: 3 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock", "low_stock"]);
  });

  it("can be bought, as answers say, while it is shown", () => {
    const stage = few(20);
    const isAvailable = () => {
      const [product, variant] = [stage.product(), stage.variant()];
      assert.ok(product && variant, "the tent is in the catalogue");
      const address = { partition: 3, slot: "t/s:tent", key: "tent" };
      return presentVariantAlone({ product, variant, address }).isAvailable;
    };
    stage.feed({ available: 2 });
    assert.equal(isAvailable(), true);
    stage.feed({}, { status: "draft" });
    assert.equal(isAvailable(), false);
    stage.feed({ available: 0 }, { status: "active" });
    assert.equal(isAvailable(), false);
  });

  it("is released", () => {
    const stage = new AlertStage();
    stage.thresholds = { threshold: 5, lowStockThreshold: 3 };
    stage.feed({ available: 2 }, { prerelease: true });
    stage.wish({ prerelease: true });
    stage.feed({}, { prerelease: false });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["register_interest"]);
  });

  it("is not low in stock because a row changes what an earlier version stored, but after the next rise", () => {
    const stage = few(20);
    stage.feed({ available: 2 });
    const { store } = stage;
    for (const { field, value } of store.all("variant", "t/s:tent")) {
      // Earlier versions did not store these two members, and counted the stock as low only above the threshold.
      const { lowSince: _1, unavailableSince: _2, ...former } = { ...value, isLow: false, lowCycle: 0 };
      const stateKey = variantStateKey("t/s:tent", String(field));
      store.stateKeys.set(addressOf(stateKey), { stateKey, value: former });
    }
    stage.wish({ notifyMe: true });
    stage.feed({ title: "Red" });
    stage.feed({ available: 1 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    stage.feed({ available: 8 });
    stage.runWaves();
    stage.feed({ available: 2 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock", "low_stock"]);
  });

  it("is low in stock when a higher threshold of low stock says so, whether or not it ever had enough units", () => {
    const never = new AlertStage();
    never.thresholds = { threshold: 5, lowStockThreshold: 3 };
    never.feed({ available: 4 });
    for (const stage of [few(20), never]) {
      stage.wish({ notifyMe: true });
      stage.feed({ available: 4 });
      stage.thresholds = { threshold: 5, lowStockThreshold: 4 };
      stage.feed({ title: "Red" });
      stage.runWaves();
      assert.deepEqual(alertedOn(stage), ["low_stock"]);
    }
  });

  it("is not sold out in the e-mail about its rise", () => {
    const stage = few(0);
    stage.wish({ notifyMe: true });
    stage.feed({ available: 8 });
    stage.runWaves();
    const [alert] = stage.alerts();
    const why = () => {
      const [product, variant] = [stage.product(), stage.variant()];
      return alert && product && variant && whyOutdated(alert, { product, variant }, Date.now());
    };
    stage.feed({ available: 2 });
    assert.equal(why(), undefined);
    stage.feed({ available: 0 });
    assert.equal(why(), "sold_out");
  });
});
