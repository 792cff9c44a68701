import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AlertStage } from "../../support/memory/alert-stage.ts";
import { alertedOn } from "../../support/memory/alerted.ts";

const BOTH = { notifyMe: true, prerelease: true };

/** Sends rows about the tent one after the other, and runs the resulting waves. */
function feed(stage: AlertStage, ...rows: Parameters<AlertStage["feed"]>[]): void {
  for (const row of rows) {
    stage.feed(...row);
    stage.runWaves();
  }
}

/** A stage with a wish that asks for the release of the tent, and for its rises. */
function staged({ isEnabled }: { isEnabled: boolean }): AlertStage {
  const stage = new AlertStage();
  feed(stage, [{ available: 0 }, { prerelease: true }]);
  stage.setEnabled("register_interest", isEnabled);
  stage.wish(BOTH);
  return stage;
}

describe("a wish that asks for the release and for rises in stock", () => {
  it("gets only the release at the release, also if the product is hidden and shown again after it", () => {
    const stage = staged({ isEnabled: true });
    feed(stage, [{ available: 5 }, { prerelease: false }]);
    feed(stage, [{}, { status: "draft" }], [{}, { status: "active" }]);
    assert.deepEqual(alertedOn(stage), ["register_interest"]);
    feed(stage, [{ available: 0 }], [{ available: 5 }]);
    assert.deepEqual(alertedOn(stage), ["register_interest", "back_in_stock"]);
    feed(stage, [{}, { status: "draft" }], [{}, { status: "active" }]);
    assert.deepEqual(alertedOn(stage), ["register_interest", "back_in_stock"]);
  });

  it("gets the next rise if units arrived while the product was hidden after its release", () => {
    const stage = staged({ isEnabled: true });
    feed(stage, [{ available: 5 }, { prerelease: false }]);
    feed(stage, [{ available: 0 }, { status: "draft" }], [{ available: 5 }], [{}, { status: "active" }]);
    assert.deepEqual(alertedOn(stage), ["register_interest", "back_in_stock"]);
  });

  it("gets the rises if release alerts were disabled at the release, even if they are enabled later", async () => {
    const stage = staged({ isEnabled: false });
    feed(stage, [{ available: 5 }, { prerelease: false }]);
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
    stage.setEnabled("register_interest", true);
    feed(stage, [{ available: 0 }]);
    stage.feed({ available: 5 });
    assert.equal(await stage.explain("back_in_stock"), "waiting");
    assert.equal(await stage.explain("register_interest"), "blocked by switched on");
    stage.runWaves();
    assert.deepEqual(alertedOn(stage), ["back_in_stock", "back_in_stock"]);
  });

  it("gets the rises if release alerts were disabled and enabled again after a release that alerted nobody", () => {
    const stage = staged({ isEnabled: true });
    stage.feed({ available: 5 }, { prerelease: false });
    stage.setEnabled("register_interest", false);
    stage.runWaves();
    stage.setEnabled("register_interest", true);
    assert.deepEqual(alertedOn(stage), []);
    feed(stage, [{ available: 0 }], [{ available: 5 }]);
    assert.deepEqual(alertedOn(stage), ["back_in_stock"]);
  });
});
