import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { AlertStage, type Flags } from "../../support/memory/alert-stage.ts";
import { runs } from "../../support/runner/runs.ts";

/** Events of a customer's wishes for one variant, besides the shopper's changes. */
type Step =
  | { do: "stock"; available: number }
  | { do: "prerelease"; prerelease: boolean }
  | { do: "wish" | "guest"; list: string; flags: Flags }
  | { do: "flags"; list: string; flags: Flags }
  | { do: "move"; from: string; to: string }
  | { do: "claim" | "recreate" };

const flag = fc.boolean();
const mostly = fc.constantFrom(true, true, true, false);
const list = fc.constantFrom("a", "b", "default");
const flags = fc.record({ notifyMe: mostly, prerelease: flag, disableNotification: fc.constant(false) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("stock" as const), available: fc.constantFrom(0, 2, 9) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("prerelease" as const), prerelease: flag }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("wish", "guest"), list, flags }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("flags" as const), list, flags }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("move" as const), from: list, to: list }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("claim", "claim", "recreate") }) },
);

/** A customer, and a guest whose wish the customer may claim. */
class Scene {
  readonly stage = new AlertStage();
  #guestWish: ItemRecord | undefined;

  #wishOn(list: string): ItemRecord | undefined {
    return this.stage.wishes().find(({ wishlistId }) => wishlistId === this.stage.listId(list));
  }

  play(each: Step): void {
    const { stage } = this;
    switch (each.do) {
      case "stock":
        return stage.feed({ available: each.available });
      case "prerelease":
        return stage.feed({}, { prerelease: each.prerelease });
      case "wish":
        stage.wish(each.flags, each.list);
        return;
      case "guest":
        this.#guestWish = stage.guestWish(each.flags);
        return;
      case "recreate":
        return stage.recreate();
      case "claim": {
        const wish = this.#guestWish;
        this.#guestWish = undefined;
        if (wish) stage.claim(wish);
        return;
      }
      case "flags":
      case "move": {
        const item = this.#wishOn(each.do === "move" ? each.from : each.list);
        if (item && each.do === "move") stage.moveTo(item, each.to);
        if (item && each.do === "flags") stage.change(item, each.flags);
      }
    }
  }
}

describe("a wish that is moved, claimed, or gets another customer", () => {
  it("waits since its claim: an earlier rise causes no alert to the customer", async () => {
    const stage = new AlertStage();
    stage.feed({ available: 0 });
    const wish = stage.guestWish({ notifyMe: true });
    stage.feed({ available: 5 });
    stage.claim(wish);
    assert.equal(await stage.explain("back_in_stock"), "blocked by before the rise");
    stage.runWaves();
    assert.deepEqual(stage.alerts(), []);
    stage.feed({ available: 0 });
    stage.feed({ available: 5 });
    stage.runWaves();
    assert.equal(stage.alerts().length, 1);
  });

  it("is expected by explain exactly if the customer is alerted by the next waves", async () => {
    const reached = new Set<string>();
    const waves = fc.constantFrom(0, 0, 1, 9);
    const steps = fc.array(fc.tuple(step, waves), { minLength: 5, maxLength: 30, size: "max" });
    const check = async (all: [Step, number][]) => {
      const scene = new Scene();
      const { stage } = scene;
      for (const [i, [each, count]] of all.entries()) {
        scene.play(each);
        const awaited = await stage.awaited();
        const before = stage.alerts().length;
        stage.runWaves(i === all.length - 1 ? undefined : count);
        if (stage.pendingWaves > 0) continue;
        const alerted = stage.alerts().slice(before);
        assert.deepEqual(new Set(alerted.map(({ type }) => type)), new Set(awaited), "alerted, and expected");
        for (const type of awaited) reached.add(`${type} after ${each.do}`);
        assert.deepEqual(await stage.awaited(), [], "after all waves");
      }
    };
    const wish = (prerelease: boolean): Step => ({
      ...{ do: "wish", list: "a" },
      flags: { notifyMe: true, prerelease, disableNotification: false },
    });
    // Random steps rarely release a product that then gets stock, or move a wish between a rise and its wave.
    const released: [Step, number][] = [
      [{ do: "prerelease", prerelease: true }, 9],
      [{ do: "stock", available: 0 }, 9],
      [wish(true), 9],
      [{ do: "prerelease", prerelease: false }, 9],
      [{ do: "stock", available: 9 }, 9],
    ];
    const moved: [Step, number][] = [
      [{ do: "stock", available: 0 }, 9],
      [wish(false), 9],
      [{ do: "stock", available: 9 }, 0],
      [{ do: "move", from: "a", to: "b" }, 9],
    ];
    // A customer who is created while the product is hidden has not seen it in stock.
    const recreated: [Step, number][] = [
      [{ do: "stock", available: 9 }, 9],
      [wish(false), 9],
      [{ do: "prerelease", prerelease: true }, 9],
      [{ do: "recreate" }, 9],
      [{ do: "prerelease", prerelease: false }, 9],
    ];
    const examples: [[Step, number][]][] = [[released], [moved], [recreated]];
    await fc.assert(fc.asyncProperty(steps, check), { ...runs(120), examples });
    assert.ok(reached.has("back_in_stock after move") && reached.has("register_interest after stock"));
  });
});
