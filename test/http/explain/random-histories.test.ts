import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ALERT_RULES, type AlertRule } from "../../../src/actors/alert/rule-codes.ts";
import { SWITCHES } from "../../../src/actors/alert/rules.ts";
import { ALERT_TYPES, type AlertType } from "../../../src/store/records/alerts.ts";
import type { AlertSettings } from "../../../src/store/tenants/settings/settings.ts";
import { explained } from "../../support/memory/explained.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { runs } from "../../support/runner/runs.ts";

/** Events of one customer and one variant. */
type Step =
  | { do: "product" | "variant"; fields: object }
  | { do: "wish"; flags: object }
  | { do: "enable"; alert: AlertType; isEnabled: boolean }
  | { do: "switch"; alert: AlertType }
  | { do: "set"; alerts: Partial<AlertSettings> }
  | { do: "buy" | "remove" | "delete product" | "delete customer" | "create customer" | "wait" };

const HOLD_SECONDS = [0, 60];
const WAIT_MS = 60_000;
const tent = { productRef: "tent", variantRef: "red" };

const flag = fc.boolean();
const some = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const available = fc.constantFrom(0, 2, 9, null);
const price = fc.constantFrom("100", "97", "90", "80", "0");
const currency = fc.constantFrom("EUR", "EUR", "EUR", "USD");
const status = fc.constantFrom("active", "active", "draft");
const flags = fc.record({
  notifyMe: flag,
  prerelease: flag,
  disableNotification: fc.constantFrom(false, false, true),
});
/** Settings that decide whether a variant is in stock, few units are left, and a price has fallen far enough. */
const alerts = fc.oneof(
  fc.record({ threshold: fc.constantFrom(1, 3, 10) }),
  fc.record({ lowStockThreshold: fc.constantFrom(1, 3, 10) }),
  fc.record({ priceDropPercent: fc.constantFrom(0, 5, 15) }),
  fc.record({ priceDropAmount: fc.constantFrom(0, 5, 15) }),
  fc.record({ minStepPercent: fc.constantFrom(1, 5, 15) }),
);
const rare = fc.constantFrom("buy", "remove", "delete product", "delete customer", "create customer");
const step: fc.Arbitrary<Step> = fc.oneof(
  some(4, fc.record({ do: fc.constant("variant" as const), fields: fc.record({ available }) })),
  some(3, fc.record({ do: fc.constant("variant" as const), fields: fc.record({ price, currency }) })),
  some(1, fc.record({ do: fc.constant("product" as const), fields: fc.record({ status }) })),
  some(1, fc.record({ do: fc.constant("product" as const), fields: fc.record({ prerelease: flag }) })),
  some(3, fc.record({ do: fc.constant("wish" as const), flags })),
  some(
    1,
    fc.record({
      do: fc.constant("enable" as const),
      alert: fc.constantFrom(...ALERT_TYPES),
      isEnabled: flag,
    }),
  ),
  some(2, fc.record({ do: fc.constant("switch" as const), alert: fc.constantFrom(...ALERT_TYPES) })),
  some(2, fc.record({ do: fc.constant("set" as const), alerts })),
  some(5, fc.constant({ do: "wait" as const })),
  some(1, fc.record({ do: rare })),
);

/** A shop whose customer may be created and deleted, and wish for its one variant. */
class Scene {
  readonly shop = new MemoryShop();
  readonly ann = this.shop.customer({}, "ann");
  #isThere = true;
  #list: string | undefined;
  #item: string | undefined;

  constructor(holdSeconds: number) {
    this.shop.set({ alerts: { priceDrop: true, lowStock: true, holdSeconds } });
  }

  async #wish(flags: object): Promise<void> {
    if (!this.#isThere) return;
    if (this.#item !== undefined && this.shop.item(this.#item)) {
      this.ann.changeWish(this.#item, flags);
      return;
    }
    this.#list ??= this.ann.list();
    this.#item = await this.ann.wish(tent, flags, this.#list);
  }

  async #isKnown(): Promise<boolean> {
    const { shop } = this;
    return (await shop.products.at(shop.layout.slotOf("product", "t/s", tent.productRef))) !== undefined;
  }

  /** Sends a row about the tent. Its stock is known from the first row on. */
  async #put(product: object, variant: object) {
    const { productRef, variantRef } = tent;
    const stock = (await this.#isKnown()) ? {} : { available: 0 };
    const variants = [{ variantRef, ...stock, ...variant }];
    return this.shop.product({ productRef, title: "Tent", ...product, variants });
  }

  async play(each: Step): Promise<unknown> {
    const { shop, ann } = this;
    switch (each.do) {
      case "product":
        return this.#put(each.fields, {});
      case "variant":
        return this.#put({}, each.fields);
      case "wish":
        return this.#wish(each.flags);
      case "enable": {
        shop.set({ alerts: { [SWITCHES[each.alert].setting]: each.isEnabled } });
        return;
      }
      case "switch":
        for (const isEnabled of [false, true])
          shop.set({ alerts: { [SWITCHES[each.alert].setting]: isEnabled } });
        return;
      case "set": {
        shop.set({ alerts: each.alerts });
        return;
      }
      case "buy":
        return shop.newOrder(ann.buys, tent).comes();
      case "remove":
        if (this.#item !== undefined && shop.item(this.#item)) ann.removeWish(this.#item);
        return;
      case "delete product":
        if (await this.#isKnown()) shop.deleteProduct(tent);
        return;
      case "delete customer":
        if (this.#isThere) ann.delete();
        this.#isThere = false;
        return;
      case "create customer":
        if (!this.#isThere) shop.customer({}, "ann");
        this.#isThere = true;
        return;
      case "wait": {
        shop.partition.pass(WAIT_MS);
        return;
      }
    }
  }

  /** The decision for each type. */
  async decisions(): Promise<Map<AlertType, string>> {
    const said = new Map<AlertType, string>();
    for (const type of ALERT_TYPES)
      said.set(type, (await explained(this.shop, this.ann, tent, type)).decision);
    return said;
  }
}

const NO_FLAGS = { notifyMe: false, prerelease: false, disableNotification: false };
const EUR = (price: string): Step => ({ do: "variant", fields: { price, currency: "EUR" } });

/** A price drop whose currency changes before its wave; the price that returns was never higher since the deletion. */
const DROP_IN_ANOTHER_CURRENCY: Step[] = [
  { do: "delete product" },
  { do: "variant", fields: { available: 9 } },
  EUR("90"),
  EUR("80"),
  { do: "variant", fields: { price: "100", currency: "USD" } },
  { do: "wait" },
  EUR("90"),
  { do: "wait" },
];

const set = (alerts: Partial<AlertSettings>): Step => ({ do: "set", alerts });

/** A threshold that is too high when the wave begins, and lower after it. */
const THRESHOLD_DURING_HOLD: Step[] = [
  { do: "variant", fields: { available: 2 } },
  set({ threshold: 3 }),
  { do: "wait" },
  { do: "wait" },
  set({ threshold: 1 }),
  { do: "wait" },
];

/** A price drop that is too small when the wave runs, and is large enough by later settings. */
const SMALLER_DROP_AFTER_WAVE: Step[] = [
  { do: "variant", fields: { available: 9 } },
  set({ priceDropPercent: 15 }),
  EUR("90"),
  { do: "wait" },
  { do: "wait" },
  set({ priceDropPercent: 5 }),
  { do: "wait" },
  EUR("80"),
  { do: "wait" },
];

/** A release that did not last, and comes back with fewer units than the threshold. */
const FEW_AFTER_RELEASE: Step[] = [
  { do: "variant", fields: { available: 9 } },
  { do: "variant", fields: { available: 0 } },
  set({ threshold: 3 }),
  { do: "wait" },
  { do: "wait" },
  { do: "variant", fields: { available: 2 } },
  { do: "wait" },
  { do: "wait" },
];

const ASKS = { ...NO_FLAGS, notifyMe: true };
const STOCKED: Step = { do: "variant", fields: { available: 9 } };
/** The hold time passes, and the wave runs. */
const OVER: Step[] = [{ do: "wait" }, { do: "wait" }];
const released = (isReleased: boolean): Step => ({ do: "product", fields: { prerelease: !isReleased } });
const enabled = (isEnabled: boolean): Step => ({ do: "enable", alert: "back_in_stock", isEnabled });

type Flags = typeof NO_FLAGS;

/** A history for each rule and each alert, with the flags of the wish: some are rare in random histories. */
const HISTORIES: Record<Exclude<AlertRule, "told once"> | AlertType, [flags: Flags, steps: Step[]]> = {
  customer: [ASKS, [{ do: "delete customer" }]],
  catalogue: [ASKS, [{ do: "delete product" }]],
  setting: [ASKS, [enabled(false)]],
  "switched on": [ASKS, [enabled(false), STOCKED, { do: "wait" }, enabled(true)]],
  wish: [ASKS, [{ do: "remove" }]],
  flag: [NO_FLAGS, [STOCKED]],
  notification: [{ ...ASKS, disableNotification: true }, [STOCKED]],
  purchased: [ASKS, [{ do: "buy" }]],
  released: [ASKS, [released(false)]],
  stock: [ASKS, [{ do: "wait" }]],
  "before the rise": [NO_FLAGS, [STOCKED, { do: "wish", flags: ASKS }]],
  price: [NO_FLAGS, [STOCKED, EUR("100")]],
  release: [{ ...ASKS, prerelease: true }, [released(false), STOCKED, released(true)]],
  hold: [ASKS, [STOCKED, { do: "wait" }]],
  back_in_stock: [ASKS, [STOCKED, ...OVER]],
  register_interest: [{ ...ASKS, prerelease: true }, [released(false), STOCKED, released(true), ...OVER]],
  price_drop: [NO_FLAGS, [STOCKED, EUR("80"), ...OVER]],
  low_stock: [NO_FLAGS, [STOCKED, ...OVER, { do: "variant", fields: { available: 1 } }, ...OVER]],
};

const waitingIn = (decisions: Map<AlertType, string>) =>
  new Set([...decisions].filter(([, decision]) => decision === "waiting").map(([type]) => type));

describe("alerts/explain after any history of a customer and a variant", () => {
  it("answers waiting exactly if an alert follows, and names each rule at least once", async () => {
    const [said, raised] = [new Set<string>(), new Set<AlertType>()];
    const check = async (hold: number, first: Flags, steps: Step[]) => {
      const scene = new Scene(hold);
      const begun: Step[] = [
        { do: "variant", fields: { available: 0, price: "100", currency: "EUR" } },
        { do: "wish", flags: first },
      ];
      for (const each of [...begun, ...steps]) {
        await scene.play(each);
        const decisions = await scene.decisions();
        for (const decision of decisions.values()) said.add(decision);
        const before = new Set(scene.ann.alerts.map(({ id }) => id));
        await scene.shop.settled();
        const alerts = scene.ann.alerts.filter(({ id }) => !before.has(id)).map(({ type }) => type);
        assert.deepEqual(new Set(alerts), waitingIn(decisions), JSON.stringify(each));
        assert.deepEqual(waitingIn(await scene.decisions()), new Set(), "raised already");
        for (const type of alerts) raised.add(type);
      }
    };
    const steps = fc.array(step, { minLength: 15, maxLength: 40, size: "max" });
    await fc.assert(fc.asyncProperty(fc.constantFrom(...HOLD_SECONDS), flags, steps, check), {
      ...runs(120),
      examples: [
        [60, NO_FLAGS, DROP_IN_ANOTHER_CURRENCY],
        [60, ASKS, THRESHOLD_DURING_HOLD],
        [60, NO_FLAGS, SMALLER_DROP_AFTER_WAVE],
        [60, { ...NO_FLAGS, prerelease: true }, FEW_AFTER_RELEASE],
        ...Object.values(HISTORIES).map(([of, history]): [number, Flags, Step[]] => [60, of, history]),
      ],
    });
    assert.deepEqual([...raised].sort(), [...ALERT_TYPES].sort());
    const rules = Object.keys(ALERT_RULES).filter((rule) => rule !== "told once");
    const expected = [...rules.map((rule) => `blocked by ${rule}`), "told", "waiting"];
    assert.deepEqual([...said].sort(), expected.sort());
  });
});
