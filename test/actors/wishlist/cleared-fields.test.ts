import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const forSlot = { storeKey, slot: "t/s:1", key: "1" };
const FLAGS = [
  "addedFromCart",
  "addedByStaff",
  "disableNotification",
  "prerelease",
  "purchasedAndRemoved",
  "notifyMe",
] as const;

/** Runs a command that must be accepted, and returns the body of its reply. */
function body(partition: MemoryPartition, command: Command): object {
  const decision = partition.run(command);
  assert.ok(decision.ok, JSON.stringify(decision));
  return decision.body ?? {};
}

function newWishlist(partition: MemoryPartition): string {
  body(partition, { type: "CreateCustomer", ...forSlot, ref: "r1", fields: {} });
  const fields = { name: "mine", isPrivate: true };
  const command = { type: "CreateWishlist", ...forSlot, customerRef: "r1", fields } as const;
  return (body(partition, command) as WishlistRecord).id;
}

describe("null in a change", () => {
  for (const isSet of [true, false])
    it(`resets each flag of an item that is ${isSet ? "set" : "not set"}, and the item keeps all its flags`, () => {
      const partition = new MemoryPartition();
      const wishlistId = newWishlist(partition);
      const product = { productRef: "p", selectedVariantRef: "v" };
      const flags = Object.fromEntries(FLAGS.map((flag) => [flag, isSet]));
      const item = { product, ...flags };
      body(partition, { type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
      const changes = Object.fromEntries(FLAGS.map((flag) => [flag, null]));
      const command = { type: "UpdateItem", storeKey, wishlistId, number: 1, changes } as const;
      const after = body(partition, command) as ItemRecord;
      for (const flag of FLAGS) assert.equal(after[flag], false, flag);
      // A flag that was not set is not changed, so the wish keeps its position in the waiting list.
      assert.equal(after.waitingSince === undefined, !isSet);
    });

  it("makes a private wishlist public, and the event shows it", () => {
    const partition = new MemoryPartition();
    const wishlistId = newWishlist(partition);
    const command = { type: "UpdateWishlist", storeKey, wishlistId, changes: { isPrivate: null } } as const;
    assert.equal((body(partition, command) as WishlistRecord).isPrivate, false);
    partition.run(command);
    const updates = partition.events.filter((event) => event.type === "wishlist.updated");
    assert.deepEqual(
      updates.map(({ visibility }) => visibility),
      ["public", undefined],
    );
  });
});
