import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ALERT_TYPES, type AlertType } from "../../../src/store/records/alerts.ts";
import { AlertStage, type Flags } from "../../support/memory/alert-stage.ts";
import { AlertModel } from "../../support/models/alert.ts";
import { runs } from "../../support/runner/runs.ts";

/** Events of one variant, and of a customer's wishes for it; lists are their names. */
export type AlertStep =
  | { do: "stock"; available: number | null }
  | { do: "price"; price: string | null; currency: "EUR" | "USD" }
  | { do: "status"; status: "active" | "draft" }
  | { do: "prerelease"; prerelease: boolean }
  | { do: "wish"; list: string; flags: Flags }
  | { do: "change"; list: string; flags: Flags }
  | { do: "remove"; list: string };

/** Changes by the tenant. */
interface Switch {
  do: "enable";
  alert: AlertType;
  isEnabled: boolean;
}

const flag = fc.boolean();
const list = fc.constantFrom("a", "b");
const flags = fc.record({ notifyMe: flag, prerelease: flag, disableNotification: fc.constant(false) });
const someFlags = fc.record(
  { notifyMe: flag, prerelease: flag, disableNotification: flag },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<AlertStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("stock" as const), available: fc.constantFrom(0, 2, 9, null) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("price" as const),
      price: fc.constantFrom("100", "99", "96", "94", "80", "79", "70", null),
      currency: fc.constantFrom("EUR" as const, "EUR" as const, "EUR" as const, "USD" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("status" as const),
      status: fc.constantFrom("active" as const, "draft" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("prerelease" as const), prerelease: flag }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wish" as const), list, flags }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), list, flags: someFlags }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), list }) },
);
const enable: fc.Arbitrary<Switch> = fc.record({
  do: fc.constant("enable" as const),
  alert: fc.constantFrom(...ALERT_TYPES),
  isEnabled: flag,
});
const story = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });

/** The wish on a list, if any. */
const wishOn = (stage: AlertStage, lists: Map<string, string>, name: string) =>
  stage.wishes().find(({ wishlistId }) => wishlistId === lists.get(name));

/** Sends a step to the actors. */
function play(stage: AlertStage, lists: Map<string, string>, each: AlertStep | Switch): void {
  switch (each.do) {
    case "stock":
      return stage.feed({ available: each.available });
    case "price":
      return stage.feed({ price: each.price, currency: each.currency });
    case "status":
      return stage.feed({}, { status: each.status });
    case "prerelease":
      return stage.feed({}, { prerelease: each.prerelease });
    case "wish":
      lists.set(each.list, stage.wish(each.flags, each.list).wishlistId);
      return;
    case "enable":
      return stage.setEnabled(each.alert, each.isEnabled);
    case "change":
    case "remove": {
      const item = wishOn(stage, lists, each.list);
      if (item && each.do === "remove") stage.remove(item);
      if (item && each.do === "change") stage.change(item, each.flags);
    }
  }
}

const brief = (stage: AlertStage) =>
  stage
    .alerts()
    .map(({ type, previousPrice, price, currency, itemIds }) =>
      type === "price_drop"
        ? `${type} ${previousPrice ?? ""}-${price ?? ""} ${currency ?? ""} of ${itemIds.length}`
        : `${type} of ${itemIds.length}`,
    );

describe("alerts of one customer and one variant", () => {
  it("equal those of a simple model, after any changes of stock, price, product and wishes", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(story, (steps) => {
        const [stage, lists, model] = [new AlertStage(), new Map<string, string>(), new AlertModel()];
        for (const each of steps) {
          play(stage, lists, each);
          stage.runWaves();
          model.play(each);
          assert.deepEqual(brief(stage), model.alerts, JSON.stringify(each));
        }
        for (const { type } of stage.alerts()) reached.add(type);
      }),
      runs(150),
    );
    assert.equal(reached.size, ALERT_TYPES.length);
  });

  it("are expected by explain exactly if the customer is alerted by the next waves", async () => {
    const reached = new Set<string>();
    /** The number of due waves that run after a step. */
    const waves = fc.constantFrom(0, 1, 9, 9);
    const each = fc.oneof({ weight: 9, arbitrary: step }, { weight: 2, arbitrary: enable });
    const steps = fc.array(fc.tuple(each, waves), { minLength: 5, maxLength: 30, size: "max" });
    const check = async (first: Flags, all: [AlertStep | Switch, number][]) => {
      const [stage, lists] = [new AlertStage(), new Map<string, string>()];
      play(stage, lists, { do: "wish", list: "a", flags: first });
      for (const [each, count] of all) {
        play(stage, lists, each);
        const awaited = await stage.awaited();
        const before = stage.alerts().length;
        // An expected alert follows if nothing else happens, so the last step has no successor.
        stage.runWaves(each === all.at(-1)?.[0] ? undefined : count);
        if (stage.pendingWaves > 0) continue;
        const raised = stage.alerts().slice(before);
        assert.deepEqual(new Set(raised.map(({ type }) => type)), new Set(awaited), "alerted, and expected");
        for (const type of awaited) reached.add(type);
        assert.deepEqual(await stage.awaited(), [], "after all waves");
      }
    };
    await fc.assert(fc.asyncProperty(flags, steps, check), runs(100));
    assert.equal(reached.size, ALERT_TYPES.length);
  });
});
