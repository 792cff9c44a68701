import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { occasionOf } from "../../../src/actors/alert/occasion.ts";
import { identityOf } from "../../../src/store/read/products.ts";
import { AlertStage } from "../../support/memory/alert-stage.ts";

describe("a customer in a second wave", () => {
  it("counts as alerted before, without using up the wave, and as not waiting without a wish", () => {
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
