import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { personNames, variantName } from "../../../src/store/keys/names.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { listOf } from "../../support/list-of.ts";
import { removeKeys, withRedis } from "../../support/redis.ts";

const STORE = "shop/default";
const [NAME = ""] = personNames({ emails: ["ann@example.com"] });

/** Slots of all orders that wait for the names. */
async function slotsIn(waiting: WaitingOrders, names: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const page of waiting.pagesFor(STORE, names)) found.push(...page.map(({ slot }) => slot));
  return found;
}

describe("WaitingOrders.add", () => {
  it("keeps the newest orders for a variant up to a limit, and all for a person, whom an erasure looks for", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const waiting = new WaitingOrders(redis, keys, layout, { maxOrders: 3 });
    const variant = variantName("sku", "T-1");
    const people = personNames({ keys: ["key"], emails: ["ann@example.com"], phones: ["+49301234567"] });
    const orders = Array.from({ length: 5 }, (_, i) => layout.slotOf("order", STORE, `order-${i}`));
    const now = Date.now();
    for (const [i, order] of orders.entries()) await waiting.add(STORE, order, [variant, ...people], now + i);
    const newest = orders.map(({ slot }) => slot).reverse();
    assert.deepEqual(await slotsIn(waiting, [variant]), newest.slice(0, 3));
    for (const person of people) assert.deepEqual(await slotsIn(waiting, [person]), newest);
  });
});

describe("WaitingOrders.newestFor", () => {
  it("gives the newest orders up to the limit for each name, and each order once", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const waiting = new WaitingOrders(redis, keys, layout, { maxOrders: 3, pageSize: 2 });
    const [one = "", other = ""] = personNames({ keys: [], emails: ["ann@example.com"], phones: ["+4930"] });
    const orders = Array.from({ length: 5 }, (_, i) => layout.slotOf("order", STORE, `order-${i}`));
    const now = Date.now();
    for (const [i, order] of orders.entries()) await waiting.add(STORE, order, [one], now + i);
    for (const i of [0, 2])
      await waiting.add(STORE, layout.slotOf("order", STORE, `order-${i}`), [other], now);
    const found = (await listOf(waiting.newestFor(STORE, [one, other]))).map(({ slot }) => slot);
    const [oldest, , ...newest] = orders.map(({ slot }) => slot);
    assert.deepEqual(found, [...newest.reverse(), oldest]);
  });
});

describe("WaitingOrders.pagesFor", () => {
  it("gives each order once, also where some are of one time, and are removed between the pages", async (t) => {
    const { redis, keys, prefix } = withRedis(t);
    const layout = new Layout(4, "salt");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ time: fc.nat(3), isRemoved: fc.boolean() }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, pageSize) => {
          await removeKeys(redis, prefix);
          const waiting = new WaitingOrders(redis, keys, layout, { pageSize });
          const now = Date.now();
          const orders = steps.map((step, i) => ({
            ...step,
            address: layout.slotOf("order", STORE, `order-${i}`),
          }));
          for (const { address, time } of orders) await waiting.add(STORE, address, [NAME], now + time);
          const found: string[] = [];
          for await (const page of waiting.pagesFor(STORE, [NAME])) {
            const isBounded = page.length <= pageSize || steps.some((step) => step.isRemoved);
            assert.ok(page.length > 0 && isBounded);
            found.push(...page.map(({ slot }) => slot));
            for (const { address, isRemoved } of orders)
              if (isRemoved && found.includes(address.slot)) await waiting.remove(STORE, address, [NAME]);
          }
          assert.deepEqual(found.toSorted(), orders.map(({ address }) => address.slot).toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("WaitingOrders with many names", () => {
  it("sends the commands of some names at a time", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = new Layout(4, "salt");
    const waiting = new WaitingOrders(redis, keys, layout);
    const names = Array.from({ length: 1000 }, (_, i) => variantName("sku", `T-${i}`));
    const [order, other] = [1, 2].map((i) => layout.slotOf("order", STORE, `order-${i}`));
    assert.ok(order && other);
    const now = Date.now();

    /** Returns the result of `act`, which sends this command for each of the names. */
    const inParts = async <T>(command: "zadd" | "zscore" | "zrange" | "zrem", act: () => Promise<T>) => {
      const { mock } = t.mock.method(redis, command);
      const result = act();
      assert.ok(mock.callCount() <= 200, `${command}: ${mock.callCount()}`);
      await result;
      assert.equal(mock.callCount(), names.length);
      return result;
    };
    await inParts("zadd", () => waiting.add(STORE, order, names, now));
    const found = await inParts("zrange", () => listOf(waiting.newestFor(STORE, names)));
    assert.deepEqual(
      found.map(({ slot }) => slot),
      [order.slot],
    );
    const times = { since: now, now };
    assert.deepEqual(await inParts("zscore", () => waiting.missing(STORE, other, names, times)), names);
    await inParts("zrem", () => waiting.remove(STORE, order, names));
    assert.deepEqual(await listOf(waiting.newestFor(STORE, names)), []);
  });
});
