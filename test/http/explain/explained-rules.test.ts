import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isBlocking } from "../../../src/actors/alert/judge.ts";
import { ALERT_RULES, type AlertRule } from "../../../src/actors/alert/rule-codes.ts";
import type { AlertType } from "../../../src/store/records/alerts.ts";
import { ExplainScene } from "../../support/memory/explain-scene.ts";

const ASKS = { notifyMe: true };

interface Case {
  what: string;
  /** Fields of the wish; by default it requests the alert. */
  wish?: object;
  product?: object;
  type?: AlertType;
  /** Steps before the tent is in stock again. */
  before?: (scene: ExplainScene) => unknown;
  /** Steps after that, before anybody is alerted. */
  then?: (scene: ExplainScene) => unknown;
  /** Rules that are not met; by default the one that decides. */
  blocked?: AlertRule[];
  says: RegExp;
}

const DROP = { type: "price_drop" as const };
const HIDDEN: AlertRule[] = ["released", "stock"];

const CASES: Record<AlertRule, Case[]> = {
  customer: [
    { what: "a customer who was deleted", then: ({ ann }) => ann.delete(), says: /no such customer/ },
  ],
  catalogue: [
    {
      what: "a variant whose product was deleted",
      then: ({ shop, tent }) => shop.deleteProduct(tent),
      says: /does not have the variant: the wish waits/,
    },
  ],
  setting: [
    {
      what: "an alert that is off",
      then: ({ shop }) => shop.set({ alerts: { backInStock: false } }),
      says: /alerts\.backInStock is false/,
    },
  ],
  "switched on": [
    {
      what: "a rise while the alert was off",
      before: ({ shop }) => shop.set({ alerts: { backInStock: false } }),
      then: ({ shop }) => shop.set({ alerts: { backInStock: true } }),
      says: /enabled after the occasion; it applies from the next one/,
    },
  ],
  wish: [
    {
      what: "a wish that was removed",
      then: ({ ann, item }) => ann.removeWish(item),
      says: /has no wish for the variant/,
    },
  ],
  flag: [
    { what: "a wish that does not ask", wish: {}, says: /does not have notifyMe/ },
    { what: "a release", type: "register_interest", says: /does not have prerelease/ },
  ],
  notification: [
    {
      what: "a wish with notifications disabled",
      wish: { ...ASKS, disableNotification: true },
      says: /disableNotification is set/,
    },
  ],
  purchased: [
    {
      what: "a wish that was bought",
      before: ({ shop, ann, tent }) => shop.newOrder(ann.buys, tent).comes(),
      says: /wish is purchased/,
    },
  ],
  released: [
    {
      what: "a draft",
      then: (scene) => scene.product({ status: "draft" }),
      blocked: HIDDEN,
      says: /is draft/,
    },
    {
      what: "a product with a future release",
      then: (scene) => scene.product({ prerelease: true }),
      blocked: HIDDEN,
      says: /not released/,
    },
    {
      what: "a product with a future publication",
      then: (scene) => scene.product({ publishedTime: scene.shop.at(3_600_000) }),
      blocked: HIDDEN,
      says: /not published/,
    },
  ],
  stock: [
    {
      what: "a variant that is sold out again",
      then: (scene) => scene.stock(0),
      says: /Stock is 0; .* at least 1/,
    },
    {
      what: "a threshold that was lowered after the rise",
      before: ({ shop }) => shop.set({ alerts: { threshold: 50 } }),
      then: ({ shop }) => shop.set({ alerts: { threshold: 2 } }),
      says: /needs at least 2\. The new threshold applies from the next row about the variant\./,
    },
    {
      what: "a variant that returned with low stock",
      type: "low_stock",
      then: (scene) => scene.stock(0, 2),
      says: /Stock is 2; low is .* Only a few units came back into stock/,
    },
  ],
  "before the rise": [
    {
      what: "a wish that was added after the rise",
      async then(scene) {
        scene.ann.removeWish(scene.item);
        await scene.ann.wish(scene.tent, ASKS);
      },
      says: /; it applies from the next occasion/,
    },
    {
      what: "a wish whose alerts were requested after the rise",
      wish: {},
      then: ({ ann, item }) => ann.changeWish(item, ASKS),
      says: /; it applies from the next occasion/,
    },
    {
      what: "a wish that was added after the release, of which a variant has one only",
      type: "register_interest",
      wish: { prerelease: true },
      async then(scene) {
        scene.ann.removeWish(scene.item);
        await scene.ann.wish(scene.tent, { prerelease: true });
        await scene.stock(0, 5);
      },
      says: /; a variant is released only once/,
    },
    {
      what: "a wish from while the variant was in stock, after the product was hidden and shown again",
      wish: {},
      async then(scene) {
        scene.ann.changeWish(scene.item, ASKS);
        await scene.product({ status: "draft" });
        await scene.product({ status: "active" });
      },
      says: /, when the variant was in stock; it applies from the next occasion/,
    },
  ],
  price: [
    {
      what: "a price that is not low enough",
      ...DROP,
      then: (scene) => scene.price("91.00"),
      says: /The price was 100\.00 EUR at the wish and is 91\.00 EUR; it must be at least 10 %/,
    },
    {
      what: "a price of zero, which counts as unknown",
      ...DROP,
      then: (scene) => scene.price("0.00"),
      says: /has no price above zero with a currency/,
    },
    {
      what: "a price that was higher before the product was deleted",
      ...DROP,
      async then(scene) {
        scene.shop.deleteProduct(scene.tent);
        await scene.price("80.00");
        await scene.stock(5);
      },
      says: /100\.00 EUR at the wish and is 80\.00 EUR; the alert follows when it can be bought for less/,
    },
    {
      what: "a price in another currency",
      ...DROP,
      then: (scene) => scene.price("50.00", "USD"),
      says: /The price was 50\.00 USD when first known after the wish and is 50\.00 USD/,
    },
  ],
  release: [
    {
      what: "a rise that is a release",
      wish: { ...ASKS, prerelease: true },
      product: { prerelease: true },
      type: "back_in_stock",
      then: (scene) => scene.product({ prerelease: false }),
      says: /notified of the release, not of this rise/,
    },
  ],
  "told once": [
    { what: "a rise with a sent alert", then: ({ shop }) => shop.settled(), says: /the alert is sent/ },
    {
      what: "a price that is hardly below an alerted one",
      ...DROP,
      async then(scene) {
        await scene.price("80.00");
        await scene.shop.settled();
        await scene.price("79.00");
      },
      says: /notified of 80\.00 EUR\. The next alert needs a price at least 5 % lower/,
    },
  ],
  hold: [
    {
      what: "a release that was withdrawn the first time, and repeated",
      wish: { prerelease: true },
      type: "register_interest",
      async then(scene) {
        scene.shop.set({ alerts: { holdSeconds: 60 } });
        await scene.shop.settled();
        await scene.stock(0);
        await scene.shop.pass(60);
        await scene.stock(5);
      },
      says: /hold time is 60 s/,
    },
    {
      what: "a rise with an alert in progress",
      then: ({ shop }) => shop.set({ alerts: { holdSeconds: 60 } }),
      says: /hold time is 60 s/,
    },
  ],
};

describe("alerts/explain", () => {
  it("answers waiting if no rule blocks, and the alert follows", async () => {
    const scene = new ExplainScene();
    await scene.begin(ASKS, {});
    assert.equal((await scene.explain()).decision, "blocked by stock");
    await scene.stock(5);
    assert.equal((await scene.explain()).decision, "waiting");
    await scene.shop.settled();
    assert.equal(scene.ann.alerts.length, 1);
    const { decision, rules } = await scene.explain();
    assert.equal(decision, "told");
    const applicable = Object.keys(ALERT_RULES).filter((code) => code !== "hold");
    assert.deepEqual(
      rules.map(({ rule }) => rule),
      applicable,
      "all rules, in order",
    );
  });

  it("explains the release by default if the wish is for a release", async () => {
    const scene = new ExplainScene();
    await scene.begin({ ...ASKS, prerelease: true }, { prerelease: true });
    const { rules } = await scene.explain();
    assert.match(rules.find(({ rule }) => rule === "flag")?.detail ?? "", /has prerelease/);
  });

  it("uses the wish that meets the most rules", async () => {
    const scene = new ExplainScene();
    await scene.begin({}, {});
    await scene.ann.wish(scene.tent, ASKS);
    await scene.stock(5);
    const { decision, rules } = await scene.explain();
    assert.equal(decision, "waiting");
    assert.match(rules.find(({ rule }) => rule === "wish")?.detail ?? "", /has 2 wishes/);
  });

  for (const [rule, cases] of Object.entries(CASES))
    for (const { what, wish = ASKS, product = {}, type, before, then, blocked, says } of cases)
      it(`names the rule "${rule}" for ${what}, and no such alert follows`, async () => {
        const scene = new ExplainScene();
        await scene.begin(wish, product);
        await before?.(scene);
        await scene.stock(5);
        if (type === "price_drop") await scene.shop.settled();
        await then?.(scene);
        const { decision, rules } = await scene.explain(type);
        assert.equal(decision, rule === "told once" ? "told" : `blocked by ${rule}`);
        const blocking = rules.filter(isBlocking);
        assert.deepEqual(
          blocking.map((each) => each.rule),
          blocked ?? [rule],
        );
        assert.match(blocking[0]?.detail ?? "", says);
        const count = () => scene.ann.alerts.filter((each) => each.type === (type ?? "back_in_stock")).length;
        const alertCount = count();
        await scene.shop.settled();
        assert.equal(count(), alertCount);
      });
});
