import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Layout } from "../../src/store/layout.ts";
import { personNames, variantName } from "../../src/store/names.ts";
import { WaitingOrders } from "../../src/store/read/waiting-orders.ts";
import { withRedis } from "../support/redis.ts";

const STORE = "shop/default";

describe("WaitingOrders.add", () => {
  it("keeps the newest orders for a variant up to a limit, and all for a person, whom an erasure looks for", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const waiting = new WaitingOrders(redis, keys, layout, 3);
    const variant = variantName("sku", "T-1");
    const people = personNames({ keys: ["key"], emails: ["ann@example.com"], phones: ["+49301234567"] });
    const orders = Array.from({ length: 5 }, (_, i) => layout.slotOf("order", STORE, `order-${i}`));
    const now = Date.now();
    for (const [i, order] of orders.entries()) await waiting.add(STORE, order, [variant, ...people], now + i);
    const slotsFor = async (name: string) =>
      (await waiting.waitingFor(STORE, [name])).map(({ slot }) => slot);
    assert.deepEqual(
      await slotsFor(variant),
      orders.slice(2).map(({ slot }) => slot),
    );
    for (const person of people)
      assert.deepEqual(
        await slotsFor(person),
        orders.map(({ slot }) => slot),
      );
  });
});
