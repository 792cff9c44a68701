import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { customerId } from "../../../src/store/ids/ids.ts";
import { Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { withRedis } from "../../support/redis.ts";

const layout = new Layout(16, "salt");
const at = { ms: 1_700_000_000_000, seq: 3 };
const ref = fc.string({ minLength: 1, unit: "grapheme" });

describe("openLayout", () => {
  it("stores the layout once: every process that starts with it gets the same slots", async (t) => {
    const { redis, keys } = withRedis(t);
    const layouts = await Promise.all(Array.from({ length: 8 }, () => openLayout(redis, keys, 16)));
    const places = layouts.map((each) => each.slotOfRef("t/s", "ann"));
    for (const place of places) assert.deepEqual(place, places[0]);
    assert.equal(layouts[0]?.partitions, 16);
  });

  it("refuses a different number of partitions, and changes nothing", async (t) => {
    const { redis, keys } = withRedis(t);
    await openLayout(redis, keys, 16);
    const before = await redis.hgetall(keys.meta);
    await assert.rejects(openLayout(redis, keys, 32), /PARTITIONS is 32, but the data was laid out with 16/);
    assert.deepEqual(await redis.hgetall(keys.meta), before);
    await openLayout(redis, keys, 16);
  });

  it("refuses data of another layout", async (t) => {
    const { redis, keys } = withRedis(t);
    await openLayout(redis, keys, 16);
    await redis.hset(keys.meta, "layout", "3");
    await assert.rejects(openLayout(redis, keys, 16), /has layout 3, but this program reads layout 2/);
  });

  it("gives other data other slots: a slot does not reveal its reference", async (t) => {
    const one = withRedis(t);
    const other = withRedis(t);
    const slots = await Promise.all(
      [one, other].map(async ({ redis, keys }) =>
        (await openLayout(redis, keys, 16)).slotOfRef("t/s", "ann"),
      ),
    );
    assert.notEqual(slots[0]?.slot, slots[1]?.slot);
  });
});

describe("Layout", () => {
  it("maps a reference, and the id that was created for it, to one slot", () => {
    fc.assert(
      fc.property(ref, (text) => {
        const place = layout.slotOfRef("t/s", text);
        assert.ok(place.partition >= 0 && place.partition < 16);
        const id = customerId(at, place.partition, place.key);
        assert.deepEqual(layout.slotOfId("t/s", id), place);
        assert.deepEqual(layout.slotOfRef("t/s", id), place);
      }),
    );
  });

  it("separates the customers of stores and references", () => {
    fc.assert(
      fc.property(ref, ref, (one, other) => {
        fc.pre(one !== other);
        assert.notEqual(layout.slotOfRef("t/s", one).slot, layout.slotOfRef("t/s", other).slot);
        assert.notEqual(layout.slotOfRef("t/s", one).key, layout.slotOfRef("t/x", one).key);
      }),
    );
  });

  it("gives every new customer a free slot", () => {
    const slots = new Set(Array.from({ length: 1000 }, () => layout.newSlot("t/s").slot));
    assert.equal(slots.size, 1000);
  });

  it("has no slot for an id of a partition that does not exist", () => {
    const { key } = layout.newSlot("t/s");
    assert.equal(layout.slotOfId("t/s", customerId(at, 16, key)), undefined);
    assert.ok(layout.slotOfId("t/s", customerId(at, 15, key)));
  });

  it("uses all partitions evenly", () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 16_000; i++) {
      const { partition } = layout.slotOfRef("t/s", `ref${i}`);
      counts.set(partition, (counts.get(partition) ?? 0) + 1);
    }
    assert.equal(counts.size, 16);
    for (const count of counts.values()) assert.ok(count > 800 && count < 1200, count.toString());
  });
});
