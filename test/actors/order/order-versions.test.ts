import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { orderStateKey } from "../../../src/actors/order/state-key.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import type { OrderFields, OrderRecord } from "../../../src/store/records/orders.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const place = { storeKey: "t/s", slot: "t/s:o", key: "o" };
const HOUR_MS = 3_600_000;

const orderWith = (fields: Partial<OrderFields> = {}): OrderFields => ({
  orderRef: "o",
  customerRef: "ann",
  createdTime: "2020-01-01T00:00:00Z",
  status: "open",
  test: false,
  lines: [{ lineRef: "1", variantRef: "v", quantity: 2 }],
  ...fields,
});

function setUp() {
  const store = new MemoryPartition();
  const put = (fields: Partial<OrderFields> = {}, arrived: { arrivedTime?: string } = {}) => {
    const decision = store.run({ type: "PutOrder", ...place, order: orderWith(fields), ...arrived });
    return (decision.ok ? decision.body : decision) as { status: string };
  };
  const note = (revision: number) =>
    store.run({ type: "NoteMatches", ...place, revision, matches: { "1": { code: "no_wish" } } });
  const order = () => {
    const record = store.value(orderStateKey(place.slot)) as OrderRecord | null;
    assert.ok(record, "the order is stored");
    return record;
  };
  return { store, put, note, order };
}

describe("versions of an order", () => {
  it("count by their times: an older one changes nothing, the same one is unchanged", () => {
    const { put, order } = setUp();
    assert.equal(put({ updatedTime: "2020-01-02T00:00:00Z" }).status, "accepted");
    assert.equal(put({ updatedTime: "2020-01-02T00:00:00Z" }).status, "unchanged");
    assert.equal(put({ updatedTime: "2020-01-01T23:59:59Z", status: "cancelled" }).status, "stale");
    assert.deepEqual([order().status, order().revision], ["open", 1]);
    assert.equal(put({ updatedTime: "2020-01-03T00:00:00Z", status: "cancelled" }).status, "accepted");
    assert.deepEqual([order().status, order().revision], ["cancelled", 2]);
  });

  it("have the times of their arrival if they have no other, so that a file does not undo a newer version", () => {
    const { put, order } = setUp();
    const [early, later] = ["2020-01-01T00:00:00Z", "2020-01-03T00:00:00Z"];
    put({ updatedTime: "2020-01-02T00:00:00Z", status: "cancelled" });
    assert.equal(put({}, { arrivedTime: early }).status, "stale");
    assert.deepEqual([order().status, order().updatedTime], ["cancelled", "2020-01-02T00:00:00Z"]);
    assert.equal(put({}, { arrivedTime: later }).status, "accepted");
    put({ status: "cancelled" });
    assert.equal(order().status, "cancelled");
  });

  it("without a time keep that of the version before: one from before it is still stale", () => {
    const { put, order } = setUp();
    put({ updatedTime: "2020-01-02T00:00:00Z" });
    put({ status: "cancelled" });
    assert.equal(put({ updatedTime: "2020-01-01T00:00:00Z" }).status, "stale");
    assert.deepEqual([order().status, order().updatedTime], ["cancelled", "2020-01-02T00:00:00Z"]);
    assert.equal(put({ status: "cancelled" }).status, "unchanged");
  });

  it("without a time are as old as their arrival", () => {
    const { put, order } = setUp();
    const day = (number: number) => `2020-01-0${number}T00:00:00.500Z`;
    for (const number of [3, 5]) {
      const version = { channel: number === 3 ? "shop" : "app" };
      assert.equal(put(version, { arrivedTime: day(number) }).status, "accepted");
      assert.equal(put({ updatedTime: day(number - 1), channel: "old" }).status, "stale");
      assert.equal(put({ channel: "old" }, { arrivedTime: day(number - 1) }).status, "stale");
    }
    assert.equal(order().channel, "app");
    // Platforms give times in seconds.
    assert.equal(put({ updatedTime: "2020-01-05T00:00:00Z", channel: "web" }).status, "accepted");
    assert.equal(put({ channel: "app" }, { arrivedTime: day(6) }).status, "accepted");
    assert.equal(put({ updatedTime: "2020-01-05T23:59:59Z", channel: "old" }).status, "stale");
  });

  it("without a time from before this rule are as old as the record's receipt", () => {
    const { store, put, order } = setUp();
    put({ channel: "app" });
    const { arrivedTime: _, ...former } = order();
    const stateKey = orderStateKey(place.slot);
    store.stateKeys.set(addressOf(stateKey), { stateKey, value: former });
    assert.equal(put({ updatedTime: "2020-01-05T00:00:00Z", channel: "old" }).status, "stale");
  });

  it("keep each former buyer once, however often the buyer changes before the order is matched", () => {
    const { put, note, order } = setUp();
    for (let i = 0; i < 6; i++) put({ customerRef: i % 2 === 0 ? "ann" : "bob" });
    assert.deepEqual(order().former, [{ customerRef: "ann" }, { customerRef: "bob" }]);
    note(order().revision);
    assert.equal(order().former, undefined);
  });

  it("keep the refunds that were counted: a repeated refund changes nothing", () => {
    const { store, put, order } = setUp();
    const time = "2020-01-02T00:00:00Z";
    const refund = (refundId: string) => {
      const amendment = { refundId, time, lines: [{ lineRef: "1", gone: 1 }] };
      store.run({ type: "AmendOrder", ...place, amendment });
    };
    put();
    refund("r1");
    assert.equal(put({ channel: "app" }).status, "accepted");
    refund("r1");
    assert.equal(order().lines[0]?.refundedQuantity, 1);
    assert.equal(put({ channel: "app", refundIds: ["r2"] }).status, "accepted");
    assert.equal(put({ channel: "app", refundIds: ["r2"] }).status, "unchanged");
    for (const id of ["r1", "r2"]) refund(id);
    assert.equal(order().lines[0]?.refundedQuantity, 1);
    refund("r3");
    assert.equal(order().lines[0]?.refundedQuantity, 2);
  });

  it("without a time stay as old as their arrival after a refund", () => {
    const { store, put, order } = setUp();
    put({ status: "cancelled" }, { arrivedTime: "2020-01-05T00:00:00Z" });
    const amendment = { refundId: "r1", time: "2020-01-02T00:00:00Z", lines: [{ lineRef: "1", gone: 1 }] };
    store.run({ type: "AmendOrder", ...place, amendment });
    assert.equal(order().lines[0]?.refundedQuantity, 1);
    assert.equal(put({ updatedTime: "2020-01-04T00:00:00Z", status: "open" }).status, "stale");
    assert.equal(put({ status: "open" }, { arrivedTime: "2020-01-04T00:00:00Z" }).status, "stale");
    assert.equal(order().status, "cancelled");
    assert.equal(put({ updatedTime: "2020-01-05T00:00:00Z", status: "open" }).status, "accepted");
  });

  it("count a refund that arrives after a later one, once", () => {
    for (const updatedTime of [undefined, "2020-01-02T00:00:00Z"]) {
      const { store, put, order } = setUp();
      const refund = (refundId: string, day: number) => {
        const amendment = { refundId, time: `2020-01-0${day}T00:00:00Z`, lines: [{ lineRef: "1", gone: 1 }] };
        store.run({ type: "AmendOrder", ...place, amendment });
      };
      const refunded = () => order().lines[0]?.refundedQuantity;
      put(
        { lines: [{ lineRef: "1", variantRef: "v", quantity: 5 }], ...(updatedTime ? { updatedTime } : {}) },
        { arrivedTime: "2020-01-02T00:00:00Z" },
      );
      refund("r2", 4);
      refund("r1", 3);
      refund("r1", 3);
      assert.deepEqual([refunded(), order().updatedTime], [2, "2020-01-04T00:00:00Z"]);
      // The next version includes what is older.
      const lines = [{ lineRef: "1", variantRef: "v", quantity: 5, refundedQuantity: 3 }];
      put({ updatedTime: "2020-01-05T00:00:00Z", lines });
      refund("r0", 4);
      assert.equal(refunded(), 3);
      refund("r3", 5);
      assert.equal(refunded(), 4);
    }
  });

  it("of the same time are stale if they name their refunds, and lack one that was counted", () => {
    const { put, order } = setUp();
    const updatedTime = "2020-01-02T00:00:00Z";
    const versionWith = (refundIds: string[]) => {
      const lines = [{ lineRef: "1", variantRef: "v", quantity: 5, refundedQuantity: refundIds.length }];
      return put({ updatedTime: updatedTime.replace("Z", ".000Z"), lines, refundIds }).status;
    };
    put({ updatedTime });
    assert.deepEqual([["r1", "r2"], ["r1"], [], ["r2", "r1", "r3"]].map(versionWith), [
      "accepted",
      "stale",
      "stale",
      "accepted",
    ]);
    assert.equal(order().lines[0]?.refundedQuantity, 3);
    // A version of another source does not name refunds.
    assert.equal(put({ updatedTime, channel: "app" }).status, "accepted");
  });

  it("keep the ids of the newest 100 refunds", () => {
    const { put, order } = setUp();
    const refundIds = Array.from({ length: 150 }, (_, i) => `r${i}`);
    put({ refundIds });
    assert.equal(put({ refundIds }).status, "unchanged");
    assert.deepEqual(order().refundIds, refundIds.slice(50));
  });

  it("have the matches of the newest version only, not those of an older one", () => {
    const { put, note, order } = setUp();
    put();
    put({ status: "cancelled" });
    note(1);
    assert.deepEqual(order().matches, {});
    note(2);
    assert.deepEqual(order().matches, { "1": { code: "no_wish" } });
  });

  it("are due again only if their time is in the future, at most a day later", () => {
    for (const [aheadMs, isDue] of [
      [-HOUR_MS, false],
      [HOUR_MS, true],
      [25 * HOUR_MS, false],
    ] as const) {
      const { store, put } = setUp();
      const createdTime = new Date(store.now + aheadMs).toISOString();
      put({ createdTime });
      const [event] = store.events.filter((each) => each.type === "order.received");
      assert.equal(event?.dueTime, isDue ? createdTime : undefined, `${aheadMs}`);
    }
  });

  it("name no customer if they are tests", () => {
    const { put, order } = setUp();
    put({ test: true, email: "ann@example.com" });
    assert.deepEqual([order().customerRef, order().email], [undefined, undefined]);
  });
});
