import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { purchaseStateKey } from "../../../src/actors/state/ledger.ts";
import { addressOf, SOME_RECORDS } from "../../../src/store/partition/state/state-keys.ts";
import type { Purchase } from "../../../src/store/records/orders.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const place = { storeKey, slot: `${storeKey}:key`, key: "key" };
const ORDERS = 2 * SOME_RECORDS.count + 1;

/** A customer with so many orders of one wish that no command reads all of them. */
class Buyer {
  readonly partition = new MemoryPartition();
  readonly listId: string;

  constructor() {
    this.run({ type: "CreateCustomer", ...place, ref: "ann", fields: {} });
    const made = this.run({ type: "CreateWishlist", ...place, fields: { name: "list" } });
    this.listId = (made.body as { id: string }).id;
    const line = { wishlistId: this.listId, itemId: `${this.listId}.1`, rule: "", number: 1 };
    for (let i = 0; i < ORDERS; i++) {
      const stateKey = purchaseStateKey(place.slot, `o${i}`);
      const value: Purchase = {
        ...{ orderRef: `o${i}`, revision: 1, lines: { 1: { ...line, wasRemoved: false, taken: 1 } } },
      };
      this.partition.stateKeys.set(addressOf(stateKey), { stateKey, value });
    }
  }

  run(command: Command) {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision;
  }

  /** Repeats a command until nothing remains. Returns the number of links that each one removed. */
  repeat(command: Command): number[] {
    const removed: number[] = [];
    for (let remaining = true; remaining;) {
      const before = this.linked;
      remaining = this.run(command).remaining === true;
      removed.push(before - this.linked);
    }
    return removed;
  }

  get linked(): number {
    return this.partition
      .all("purchase", place.slot)
      .filter(({ value }) => Object.values(value.lines).some(({ wishlistId }) => wishlistId !== "")).length;
  }
}

describe("a customer whose very many orders bought from one wishlist", () => {
  const PARTS = [SOME_RECORDS.count, SOME_RECORDS.count, 1];

  it("deletes the wishlist in parts", () => {
    const buyer = new Buyer();
    assert.deepEqual(buyer.repeat({ type: "DeleteWishlist", storeKey, wishlistId: buyer.listId }), PARTS);
  });

  it("is deleted with the wishlists in parts", () => {
    const buyer = new Buyer();
    const command = { type: "DeleteCustomer" as const, ...place, id: "ann", withWishlists: true };
    assert.deepEqual(buyer.repeat(command), PARTS);
  });
});
