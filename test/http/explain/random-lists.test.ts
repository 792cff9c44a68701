import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SWITCHES } from "../../../src/actors/alert/rules.ts";
import { ALERT_TYPES, type AlertType } from "../../../src/store/records/alerts.ts";
import { explained } from "../../support/memory/explained.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { runs } from "../../support/runner/runs.ts";

const LISTS = ["a", "b"] as const;
type List = (typeof LISTS)[number];

/** Events of a customer with the same wish on two lists, and of the shop. */
type Step =
  | { do: "wish" | "flags"; list: List; flags: object }
  | { do: "remove" | "move"; list: List }
  | { do: "variant" | "product"; fields: object }
  | { do: "enable"; alert: AlertType; isEnabled: boolean }
  | { do: "buy" | "wait" | "rival" };

const WAVE_SECONDS = 60;
const WAVES = 12;
const tent = { productRef: "tent", variantRef: "red" };

const some = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const just = <const D extends string>(what: D) => fc.constant(what);
const flag = fc.boolean();
const list = fc.constantFrom(...LISTS);
const flags = fc.record({
  notifyMe: fc.constantFrom(true, true, false),
  prerelease: fc.constantFrom(false, false, true),
  disableNotification: fc.nat({ max: 15 }).map((number) => number === 15),
  quantity: fc.constantFrom(1, 1, 2),
});
const variant = fc.oneof(
  some(4, fc.record({ available: fc.constantFrom(0, 1, 1, 2) })),
  some(1, fc.record({ price: fc.constantFrom("100", "90", "80"), currency: just("EUR") })),
);
const product = fc.oneof(
  fc.record({ status: fc.constantFrom("active", "draft") }),
  fc.record({ prerelease: flag }),
);
const ofCustomer: fc.Arbitrary<Step> = fc.oneof(
  some(4, fc.record({ do: just("wish"), list, flags })),
  some(2, fc.record({ do: just("flags"), list, flags })),
  some(4, fc.record({ do: just("move"), list })),
  some(1, fc.record({ do: just("remove"), list })),
  some(1, fc.record({ do: fc.constantFrom("wait", "buy") })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  some(12, ofCustomer),
  some(5, fc.record({ do: just("variant"), fields: variant })),
  some(2, fc.record({ do: just("product"), fields: product })),
  some(1, fc.record({ do: just("enable"), alert: fc.constantFrom(...ALERT_TYPES), isEnabled: flag })),
  some(2, fc.record({ do: just("rival") })),
);

/** A shop with one variant, a customer with two lists, and rivals whose wishes make its waves pause. */
class Scene {
  readonly shop = new MemoryShop();
  readonly ann = this.shop.customer({}, "ann");
  readonly #lists = { a: this.ann.list(), b: this.ann.list() };

  constructor() {
    const alerts = { priceDrop: true, lowStock: true, waveMultiple: 1, waveSeconds: WAVE_SECONDS };
    this.shop.set({ alerts });
  }

  #itemOn(name: List): string | undefined {
    const [found] = this.shop.partition.all("item", this.#lists[name]);
    return found?.value.id;
  }

  async #put(productFields: object, variantFields: object): Promise<void> {
    const { productRef, variantRef } = tent;
    const variants = [{ variantRef, ...variantFields }];
    await this.shop.product({ productRef, title: "Tent", ...productFields, variants });
  }

  async play(each: Step): Promise<void> {
    const { shop, ann } = this;
    const item = "list" in each ? this.#itemOn(each.list) : undefined;
    switch (each.do) {
      case "variant":
        return this.#put({}, each.fields);
      case "product":
        return this.#put(each.fields, {});
      case "wish":
        if (item === undefined) await ann.wish(tent, each.flags, this.#lists[each.list]);
        return;
      case "flags":
        if (item !== undefined) ann.changeWish(item, each.flags);
        return;
      case "remove":
        if (item !== undefined) ann.removeWish(item);
        return;
      case "move":
        if (item !== undefined) ann.moveToList(item, this.#lists[each.list === "a" ? "b" : "a"]);
        return;
      case "enable":
        shop.set({ alerts: { [SWITCHES[each.alert].setting]: each.isEnabled } });
        return;
      case "rival":
        await shop.customer().wish(tent, { notifyMe: true, prerelease: true });
        return;
      case "buy":
        await shop.newOrder(ann.buys, tent).comes();
        return;
      case "wait":
        return shop.pass(WAVE_SECONDS);
    }
  }

  /** The types of alerts that the customer waits for, according to `alerts/explain`. */
  async awaited(): Promise<AlertType[]> {
    const said = await Promise.all(ALERT_TYPES.map((type) => explained(this.shop, this.ann, tent, type)));
    return ALERT_TYPES.filter((_, i) => said[i]?.decision === "waiting");
  }

  /** Lets all waves end, and returns the types of the alerts that they have raised. */
  async raised(): Promise<AlertType[]> {
    const before = new Set(this.ann.alerts.map(({ id }) => id));
    for (let wave = 0; wave < WAVES; wave++) await this.shop.pass(WAVE_SECONDS);
    const types = new Set(this.ann.alerts.filter(({ id }) => !before.has(id)).map(({ type }) => type));
    return ALERT_TYPES.filter((type) => types.has(type));
  }
}

const LATE_WISH: Step[] = LISTS.map((list) => ({ do: "wish", list, flags: { notifyMe: list === "a" } }));
/** Fewer units than rivals: the wave pauses. */
const RISE: Step[] = [0, 1].map((available) => ({ do: "variant", fields: { available } }));

/** It does not ask for alerts, and a paused wave is past its position. */
const OLDER_WISH: Step = { do: "wish", list: "b", flags: {} };

const price = (amount: string): Step => ({ do: "variant", fields: { price: amount, currency: "EUR" } });

/** A wish that was bought at a higher price, and is joined with an open wish of a lower one. */
const BOUGHT_WISH: [Step[], number, Step[], Step[]] = [
  [{ do: "wish", list: "b", flags: {} }],
  0,
  [{ do: "variant", fields: { available: 2 } }, { do: "buy" }, price("80")],
  [{ do: "flags", list: "a", flags: { quantity: 2 } }, price("90"), price("85"), { do: "move", list: "b" }],
];

const FLAGS = { notifyMe: true, prerelease: false, quantity: 1 };
/** A wish that did not ask for notices when its price fell, and is joined with another. */
const ENABLED_WISH: [Step[], number, Step[], Step[]] = [
  [{ do: "wish", list: "b", flags: { ...FLAGS, disableNotification: true } }],
  0,
  [price("80")],
  [
    { do: "flags", list: "b", flags: { ...FLAGS, disableNotification: false } },
    { do: "move", list: "a" },
  ],
];

describe("alerts/explain after any history of a wish on two lists, while waves pause", () => {
  it("answers waiting exactly if an alert follows", async () => {
    const seen = new Set<AlertType>();
    const check = async (begin: Step[], rivals: number, before: Step[], after: Step[]) => {
      const scene = new Scene();
      await scene.play({ do: "variant", fields: { available: 0, price: "100", currency: "EUR" } });
      const line = Array.from({ length: rivals }, (): Step => ({ do: "rival" }));
      for (const each of [...begin, ...line, ...before, ...LATE_WISH, ...RISE, ...after]) {
        await scene.play(each);
        await scene.shop.settled();
      }
      const awaited = await scene.awaited();
      assert.deepEqual(await scene.raised(), awaited);
      assert.deepEqual(await scene.awaited(), [], "raised already");
      for (const type of awaited) seen.add(type);
    };
    const few = fc.array(ofCustomer, { maxLength: 4, size: "max" });
    const steps = fc.array(step, { maxLength: 8, size: "max" });
    const after = fc.array(fc.oneof(some(3, ofCustomer), some(1, step)), { maxLength: 6, size: "max" });
    await fc.assert(fc.asyncProperty(few, fc.constantFrom(0, 4, 8), steps, after, check), {
      ...runs(250),
      examples: [[[OLDER_WISH], 4, [], [{ do: "move", list: "a" }]], BOUGHT_WISH, ENABLED_WISH],
    });
    assert.ok(seen.has("back_in_stock") && seen.has("register_interest"), [...seen].join());
  });
});
