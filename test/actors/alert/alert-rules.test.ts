import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import { AlertStage } from "../../support/memory/alert-stage.ts";
import { alertedOn } from "../../support/memory/alerted.ts";

const EUR = { currency: "EUR" };

/** A stage with an available tent, at a price. */
function staged(price = "100", available: number | null = 10): AlertStage {
  const stage = new AlertStage();
  stage.feed({ price, ...EUR, available });
  return stage;
}

/** Feeds prices one after the other, and runs the resulting waves. */
function prices(stage: AlertStage, ...amounts: (string | null)[]): void {
  for (const price of amounts) {
    stage.feed({ price, ...(price === null ? {} : EUR) });
    stage.runWaves();
  }
}

describe("price drop", () => {
  it("alerts when the price has fallen far enough in several steps", () => {
    const stage = staged();
    stage.wish();
    prices(stage, "98", "96", "95");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 95"]);
  });

  it("alerts again only below the lowest alerted price, by the tenant's minimum step", () => {
    const stage = staged();
    stage.wish();
    prices(stage, "90", "89.99", "100", "90", "86", "85.50", "100", "85", "81.22");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 90", "price_drop 100 85.50", "price_drop 100 81.22"]);
  });

  it("alerts if the price was unknown in between", () => {
    const stage = staged();
    stage.wish();
    prices(stage, null, "80");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("alerts once the product is visible, if the price fell while it was hidden", () => {
    const stage = staged();
    stage.wish();
    stage.feed({}, { status: "draft" });
    prices(stage, "80");
    assert.deepEqual(alertedOn(stage), []);
    stage.feed({}, { status: "active" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("alerts once the variant is available, if the price fell while it was sold out", async () => {
    const stage = staged();
    stage.wish();
    stage.feed({ available: 0 });
    prices(stage, "80");
    assert.deepEqual(alertedOn(stage), []);
    assert.equal(await stage.explain("price_drop"), "blocked by stock");
    stage.feed({ available: 5 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("alerts at the next rise in stock, if the variant was sold out before its wave", () => {
    const stage = staged();
    stage.wish();
    stage.feed({ price: "80", ...EUR });
    stage.feed({ available: 0 });
    stage.runWaves();
    stage.feed({ available: 5 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("alerts after a change to another currency and back, and never between two currencies", () => {
    const stage = staged();
    stage.wish();
    stage.feed({ price: "50", currency: "USD" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    prices(stage, "80");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("compares a wish from before a change of the currency with the first price in the new one", async () => {
    const stage = staged();
    stage.wish();
    for (const price of ["110", "104", "80"]) {
      stage.feed({ price, currency: "USD" });
      assert.equal(await stage.explain("price_drop"), price === "110" ? "blocked by price" : "waiting");
      stage.runWaves();
    }
    assert.deepEqual(alertedOn(stage), ["price_drop 110 104", "price_drop 110 80"]);
  });

  it("compares a wish that is older than its product with the first price", () => {
    const stage = new AlertStage();
    stage.wish();
    prices(stage, "100", "120", "90");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 90"]);
  });

  it("compares a wish that has moved with the price of its new variant", () => {
    const stage = staged();
    stage.feed({ variantRef: "v2", price: "60", ...EUR, available: 5 });
    stage.move(stage.wish(), "v2");
    stage.feed({ variantRef: "v2", price: "58", ...EUR });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    stage.feed({ variantRef: "v2", price: "50", ...EUR });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["price_drop 60 50"]);
  });

  it("alerts for records of earlier versions, which have no first or highest price", () => {
    const stage = staged();
    const item = stage.wish();
    const { priceWhenAdded: _, ...moved } = item;
    const stateKey = { kind: "item" as const, id: item.wishlistId, field: 1 };
    stage.store.stateKeys.set(addressOf(stateKey), { stateKey, value: moved });
    const variant = stage.variant();
    assert.ok(variant);
    const { firstPrices: _1, highestPrices: _2, isShown: _3, ...older } = variant;
    const of = { kind: "variant" as const, id: "t/s:tent", field: "v1" };
    stage.store.stateKeys.set(addressOf(of), { stateKey: of, value: older });
    prices(stage, "80");
    assert.deepEqual(alertedOn(stage), ["price_drop 100 80"]);
  });

  it("does not repeat an alert that an earlier version sent in this cycle", () => {
    const stage = staged();
    stage.wish();
    prices(stage, "80");
    const [alert] = stage.alerts();
    assert.ok(alert);
    const old: Partial<AlertRecord> = { ...alert };
    delete old.items;
    stage.store.stateKeys.clear();
    const again = staged();
    again.wish();
    again.feed({ price: "80", ...EUR });
    const stateKey = { kind: "alert" as const, id: "t/s:ann", field: `price_drop 1 ${alert.variantId}` };
    again.store.stateKeys.set(addressOf(stateKey), { stateKey, value: old });
    again.runWaves();
    assert.equal(again.alerts().length, 1);
  });
});

describe("back in stock", () => {
  it("alerts for a wish with prerelease that was added after the release", () => {
    const stage = staged();
    stage.wish({ notifyMe: true, prerelease: true });
    stage.feed({ available: 0 });
    stage.feed({ available: 5 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
  });

  it("alerts once if a product is hidden and shown again with the same stock", () => {
    const stage = staged("100", 0);
    stage.wish({ notifyMe: true });
    stage.feed({ available: 5 });
    stage.runWaves();
    stage.feed({}, { status: "draft" });
    const late = stage.wish({ notifyMe: true }, "b");
    stage.feed({}, { status: "active" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
    stage.remove(late);
    stage.feed({}, { status: "draft" });
    stage.feed({ available: 0 });
    stage.feed({ available: 5 });
    stage.feed({}, { status: "active" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock", "back_in_stock"]);
  });

  it("does not alert for a wish from while the product was in stock, if it is hidden and shown again", async () => {
    const stage = staged();
    stage.wish({ notifyMe: true });
    for (const status of ["draft", "active", "draft", "active"] as const) stage.feed({}, { status });
    assert.equal(await stage.explain("back_in_stock"), "blocked by before the rise");
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    stage.feed({ available: 0 });
    stage.feed({ available: 10 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
  });

  it("still alerts for a wish from before a rise that was hidden during its hold time", () => {
    const stage = staged("100", 0);
    stage.wish({ notifyMe: true });
    stage.feed({ available: 5 });
    stage.feed({}, { status: "draft" });
    stage.runWaves();
    stage.feed({}, { status: "active" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
  });

  it("alerts customers who wished while the product was hidden", () => {
    const stage = staged();
    stage.feed({}, { status: "draft" });
    stage.wish({ notifyMe: true });
    stage.feed({}, { status: "active" });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
  });

  it("is one alert that names the wishes on all lists", () => {
    const stage = staged("100", 0);
    const wishes = ["a", "b", "c", "d"].map((list) => stage.wish({ notifyMe: true }, list));
    stage.feed({ available: 5 });
    stage.runWaves();
    const [alert, ...others] = stage.alerts();
    assert.deepEqual(others, []);
    assert.deepEqual(
      alert?.itemIds,
      wishes.map(({ id }) => id),
    );
    assert.deepEqual(
      alert.items?.map(({ itemId, wishlistId }) => [itemId, wishlistId]),
      wishes.map(({ id, wishlistId }) => [id, wishlistId]),
    );
  });
});

describe("low stock", () => {
  it("does not alert when a variant comes back with few units, and alerts when stock falls", async () => {
    const stage = staged("100", 0);
    stage.wish();
    stage.feed({ available: 2 });
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), []);
    assert.equal(await stage.explain("low_stock"), "blocked by stock");
    for (const available of [8, 2, 1]) {
      stage.feed({ available });
      stage.runWaves();
    }
    assert.deepEqual(alertedOn(stage), ["low_stock"]);
  });
});

describe("a wish with an alert that is requested later", () => {
  it("waits from then on: earlier occasions cause no alert, as explain shows", async () => {
    for (const [first, then] of [
      [{}, { notifyMe: true }],
      [{ notifyMe: true, disableNotification: true }, { disableNotification: false }],
    ]) {
      const stage = staged("100", 0);
      const item = stage.wish(first);
      stage.feed({ available: 5 });
      stage.runWaves();
      stage.change(item, then ?? {});
      assert.equal(await stage.explain("back_in_stock"), "blocked by before the rise");
      stage.feed({ available: 0 });
      stage.feed({ available: 5 });
      assert.equal(await stage.explain("back_in_stock"), "waiting");
      stage.runWaves();
      assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
    }
  });
});

it("an alert that is marked as sent again keeps the time at which it was sent", () => {
  const stage = staged();
  stage.wish();
  prices(stage, "90");
  const slot = "t/s:ann";
  const sentTimes = () => {
    const names = stage.store.all("alert", slot).map(({ field }) => ({ slot, name: String(field) }));
    stage.store.run({ type: "SettleAlerts", storeKey: "t/s", alerts: names });
    return stage.alerts().map(({ status, sentTime }) => `${status} ${sentTime ?? "never"}`);
  };
  const first = sentTimes();
  assert.ok(first[0]?.startsWith("sent 2026-"), first.join());
  stage.store.pass(60_000);
  assert.deepEqual(sentTimes(), first);
});
