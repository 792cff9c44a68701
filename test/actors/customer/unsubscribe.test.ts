import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Unsubscribe } from "../../../src/actors/customer/messages.ts";
import { customerStateKey } from "../../../src/actors/state/customer-slot.ts";
import type { Customer } from "../../../src/store/records/records.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const ann = { storeKey: "t/s", slot: "t/s:ann", key: "ann" };
const command: Unsubscribe = { type: "Unsubscribe", ...ann };

describe("a customer who unsubscribes", () => {
  it("is unsubscribed since the first time, with one event; an unknown customer causes no change", () => {
    const partition = new MemoryPartition();
    const unsubscribe = () => {
      assert.ok(partition.run(command).ok);
      return (partition.value(customerStateKey(ann.slot)) as Customer | null)?.record?.alerts_unsubscribed_at;
    };
    assert.equal(unsubscribe(), undefined);
    assert.deepEqual(partition.events, []);
    partition.run({ type: "CreateCustomer", ...ann, ref: "ann", fields: {} });
    const since = unsubscribe();
    assert.ok(since !== undefined);
    partition.pass(1000);
    assert.equal(unsubscribe(), since);
    assert.deepEqual(
      partition.events.map(({ type }) => type),
      ["customer.created", "customer.updated"],
    );
  });
});
