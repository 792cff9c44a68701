import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { unitsOf } from "../../src/actors/catalogue/availability.ts";
import type { LevelResult } from "../../src/actors/catalogue/messages.ts";
import { productStateKey, variantStateKey } from "../../src/actors/catalogue/product.ts";
import type { CustomerFields } from "../../src/actors/customer/messages.ts";
import { orderStateKey } from "../../src/actors/order/state-key.ts";
import type { Patch } from "../../src/actors/patch.ts";
import type { Decision } from "../../src/actors/reply.ts";
import { customerStateKey } from "../../src/actors/state/customer-slot.ts";
import { updateTimeStateKey } from "../../src/actors/state/platform-update.ts";
import {
  addressOf,
  type StateKey,
  type StateKind,
  type StateValues,
} from "../../src/store/partition/state/state-keys.ts";
import type { OrderFields } from "../../src/store/records/orders.ts";
import { MemoryPartition } from "../support/memory/partition.ts";

const HOUR_MS = 3_600_000;
const END_OF_TIME = "9999-12-31T23:59:59.999Z";

const place = { storeKey: "t/s", slot: "t/s:k", key: "k" };
const { slot } = place;
const thresholds = { threshold: 1, lowStockThreshold: 0 };

let partition: MemoryPartition;
beforeEach(() => {
  partition = new MemoryPartition();
});

/** Returns a time so many hours after the next command. */
const after = (hours: number) => new Date(partition.now + 1 + hours * HOUR_MS).toISOString();

const putProduct = (title: string, updatedTime?: string, available?: number) =>
  partition.run({
    type: "PutProduct",
    ...place,
    thresholds,
    currency: null,
    product: { productRef: "p", title, ...(updatedTime === undefined ? {} : { updatedTime }) },
    variants: [{ variantRef: "v", ...(available === undefined ? {} : { available }) }],
  });

const setStock = (...levels: { locationRef?: string; available: number; updatedTime?: string }[]) => {
  const decision = partition.run({
    type: "SetStock",
    ...place,
    thresholds,
    levels: levels.map((level) => ({ variantRef: "v", locationRef: "", ...level })),
  });
  assert.ok(decision.ok);
  return (decision.body as { results: LevelResult[] }).results.map(({ status }) => status);
};

const putOrder = (fields: Partial<OrderFields>) =>
  partition.run({
    type: "PutOrder",
    ...place,
    order: {
      orderRef: "o",
      createdTime: "2020-01-01T00:00:00Z",
      status: "open",
      test: false,
      lines: [{ lineRef: "1", variantRef: "v", quantity: 2 }],
      ...fields,
    },
  });

const amendOrder = (time: string) =>
  partition.run({ type: "AmendOrder", ...place, amendment: { time, lines: [{ lineRef: "1", gone: 1 }] } });

const report = (fields: Patch<CustomerFields>, time?: string) => {
  const news = { isCreation: false, ...(time === undefined ? {} : { time }) };
  return partition.run({ type: "UpsertCustomer", ...place, ref: "ann", news, fields });
};

const putCustomer = (fields: Patch<CustomerFields>) =>
  partition.run({ type: "UpsertCustomer", ...place, ref: "ann", fields });

function valueOf<K extends StateKind>(stateKey: StateKey<K>): StateValues[K] {
  const value = partition.value(stateKey) as StateValues[K] | null;
  assert.ok(value !== null, "the record is stored");
  return value;
}

const product = () => valueOf(productStateKey(slot));
const variant = () => valueOf(variantStateKey(slot, "v"));
const order = () => valueOf(orderStateKey(slot));
const customer = () => {
  const { record } = valueOf(customerStateKey(slot));
  assert.ok(record, "the customer exists");
  return record;
};

/** Stores a value as an earlier version did. */
const store = <K extends StateKind>(stateKey: StateKey<K>, value: StateValues[K]) =>
  partition.stateKeys.set(addressOf(stateKey), { stateKey, value });

function assertRefused(decision: Decision, path: string) {
  assert.ok(!decision.ok, "the command is refused");
  assert.deepEqual([decision.code, decision.path], ["InvalidInput", path]);
}

describe("a row whose time is more than a day ahead", () => {
  it("is refused for a product, and the next row counts", () => {
    assert.ok(putProduct("A", after(0)).ok);
    assertRefused(putProduct("B", END_OF_TIME), "/updatedTime");
    assertRefused(putProduct("B", after(25)), "/updatedTime");
    assert.ok(putProduct("C", after(23)).ok);
    assert.equal(product().title, "C");
  });

  it("is refused for each stock level on its own", () => {
    putProduct("A");
    const levels = [
      { locationRef: "a", available: 1, updatedTime: END_OF_TIME },
      { locationRef: "b", available: 2, updatedTime: after(23) },
      { available: 9, updatedTime: after(25) },
    ];
    assert.deepEqual(setStock(...levels), ["future", "applied", "future"]);
    assert.deepEqual(setStock({ locationRef: "a", available: 4 }), ["applied"]);
    assert.equal(unitsOf(variant().stock), 6);
  });

  it("is refused for a version of an order, but not for the time of its creation", () => {
    assertRefused(putOrder({ updatedTime: END_OF_TIME }), "/updatedTime");
    assert.ok(putOrder({ updatedTime: after(23), createdTime: END_OF_TIME }).ok);
    assertRefused(amendOrder(END_OF_TIME), "/time");
    assert.ok(amendOrder(after(24)).ok);
  });

  it("is refused for a customer", () => {
    assertRefused(report({ first_name: "A" }, END_OF_TIME), "/updated_at");
    assertRefused(putCustomer({ updated_at: END_OF_TIME }), "/updated_at");
    assertRefused(putCustomer({ accepts_marketing_updated_at: after(25) }), "/accepts_marketing_updated_at");
    assert.ok(putCustomer({ updated_at: after(23), accepts_marketing_updated_at: after(23) }).ok);
    assertRefused(
      putCustomer({ accepts_marketing_updated_at: END_OF_TIME }),
      "/accepts_marketing_updated_at",
    );
  });
});

describe("a stored time that is more than a day ahead", () => {
  it("does not outdate a later product", () => {
    putProduct("A");
    store(productStateKey(slot), { ...product(), updatedTime: END_OF_TIME });
    assert.ok(putProduct("B", after(0)).ok);
    assert.equal(product().title, "B");
    putProduct("C", after(-1));
    assert.equal(product().title, "B");
  });

  it("does not outdate later stock, at its location or at another", () => {
    putProduct("A", undefined, 5);
    for (const stock of [
      { "": { available: 5, updatedTime: END_OF_TIME } },
      {
        "": { available: 5, updatedTime: END_OF_TIME, elsewhere: 0 },
        a: { available: 5, updatedTime: END_OF_TIME },
      },
    ]) {
      store(variantStateKey(slot, "v"), { ...variant(), stock });
      assert.deepEqual(setStock({ locationRef: "a", available: 0, updatedTime: after(0) }), ["applied"]);
      assert.equal(variant().stock["a"]?.available, 0);
      assert.deepEqual(setStock({ available: 3, updatedTime: after(0) }), ["applied"]);
      assert.equal(unitsOf(variant().stock), 3);
    }
  });

  it("does not outdate a later version or refund of an order", () => {
    putOrder({});
    store(orderStateKey(slot), { ...order(), updatedTime: END_OF_TIME });
    assert.ok(amendOrder(after(0)).ok);
    assert.equal(order().lines[0]?.refundedQuantity, 1);
    store(orderStateKey(slot), { ...order(), updatedTime: END_OF_TIME });
    putOrder({ updatedTime: after(0), status: "cancelled" });
    assert.equal(order().status, "cancelled");
  });

  it("does not outdate a later report of a customer, or a withdrawal of the consent", () => {
    const consent = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" } as const;
    report({ first_name: "A", ...consent }, after(0));
    store(updateTimeStateKey(slot), { time: END_OF_TIME });
    const record = { ...customer(), accepts_marketing_updated_at: END_OF_TIME };
    store(customerStateKey(slot), { ...valueOf(customerStateKey(slot)), record });
    const withdrawal = { accepts_marketing: false, accepts_marketing_updated_at: after(0) };
    assert.ok(report({ first_name: "B", ...withdrawal }, after(0)).ok);
    assert.deepEqual([customer().first_name, customer().accepts_marketing], ["B", false]);
  });

  it("of a consent does not undo an unsubscription, and may be sent back", () => {
    putCustomer({ accepts_marketing: true, marketing_opt_in_level: "single_opt_in" });
    const record = { ...customer(), accepts_marketing_updated_at: END_OF_TIME };
    store(customerStateKey(slot), { ...valueOf(customerStateKey(slot)), record });
    partition.run({ type: "Unsubscribe", ...place });
    assert.ok(putCustomer({ first_name: "B", accepts_marketing_updated_at: END_OF_TIME }).ok);
    assert.equal(customer().first_name, "B");
    assert.notEqual(customer().alerts_unsubscribed_at, undefined);
  });
});
