import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Patch } from "../../../src/actors/patch.ts";
import type { ItemFields } from "../../../src/actors/wishlist/messages.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const product = { productRef: "p", selectedVariantRef: "v" };

/** Every field that a request may set on an item; empty values count as false. */
const optional: fc.Arbitrary<Patch<Omit<ItemFields, "product" | "priceWhenAdded">>> = fc.record(
  {
    wishlistItemRef: fc.constantFrom("i1", null),
    addedFromCart: fc.boolean(),
    addedByStaff: fc.boolean(),
    staffRef: fc.constantFrom("staff", null),
    locationRef: fc.constantFrom("shop", null),
    disableNotification: fc.boolean(),
    prerelease: fc.boolean(),
    purchasedAndRemoved: fc.boolean(),
    notifyMe: fc.boolean(),
    quantity: fc.constantFrom(1, 2, null),
    priority: fc.constantFrom(1, 5, null),
    note: fc.constantFrom("", "for a birthday", null),
    attributeGroups: fc.constantFrom({}, { size: { attributes: { eu: "38" } } }, null),
  },
  { requiredKeys: [] },
);

/** A partition with one wishlist, and a function that runs a command on it and returns the item. */
function newList(): (command: (wishlistId: string) => Command) => ItemRecord {
  const partition = new MemoryPartition();
  const run = (command: Command) => {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  };
  const customer = { storeKey, slot: "t/s:1", key: "1", customerRef: "r1" };
  run({ type: "CreateCustomer", ...customer, ref: "r1", fields: {} });
  const { id } = run({ type: "CreateWishlist", ...customer, fields: { name: "mine" } }) as WishlistRecord;
  return (command) => run(command(id)) as ItemRecord;
}

const add =
  (fields: Patch<ItemFields>) =>
  (wishlistId: string): Command => ({
    type: "AddItem",
    storeKey,
    wishlistId,
    item: { ...fields, product },
    allowDuplicates: false,
  });

/** An item without the fields that depend on the time of the write. */
const lasting = ({
  id: _i,
  wishlistId: _w,
  createdTime: _c,
  modifiedTime: _m,
  waitingSince: _s,
  ...rest
}: ItemRecord) => rest;

describe("the fields of an item", () => {
  it("are the same if they are set on creation, on repeated creation, or in a change", () => {
    fc.assert(
      fc.property(optional, (fields) => {
        const atOnce = newList()(add(fields));

        const again = newList();
        again(add({}));
        // A reference would make it another wish.
        const { wishlistItemRef: _r, ...others } = fields;
        const repeated = again(add(others));

        const later = newList();
        later(add({}));
        const updated = later((wishlistId) => ({
          type: "UpdateItem",
          storeKey,
          wishlistId,
          number: 1,
          changes: fields,
        }));

        assert.deepEqual(lasting(updated), lasting(atOnce));
        const { wishlistItemRef: _, ...first } = lasting(atOnce);
        assert.deepEqual(lasting(repeated), first);
      }),
    );
  });

  it("do not change if the same variant is added again with null", () => {
    fc.assert(
      fc.property(optional, (fields) => {
        const run = newList();
        const { wishlistItemRef: _, ...others } = fields;
        const before = run(add(others));
        const cleared = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
        assert.deepEqual(run(add(cleared)), before);
      }),
    );
  });
});
