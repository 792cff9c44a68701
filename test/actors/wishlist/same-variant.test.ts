import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const { storeKey } = customerSlot;
const MOST = 100;
const variant = (selectedVariantRef: string) => ({ productRef: "p", selectedVariantRef });

/** A wishlist that has as many items of the variant "many" as it may have, and one of "other". */
function setUp() {
  const partition = new MemoryPartition();
  partition.run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
  const created = partition.run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
  const { id: wishlistId } = (created.ok ? created.body : {}) as WishlistRecord;
  const codeOf = (command: Command) => {
    const decision = partition.run(command);
    return decision.ok ? "ok" : `${decision.code} ${decision.path}`;
  };
  const add = (ref: string) =>
    codeOf({ type: "AddItem", storeKey, wishlistId, item: { product: variant(ref) }, allowDuplicates: true });
  const update = (number: number, changes: Extract<Command, { type: "UpdateItem" }>["changes"]) =>
    codeOf({ type: "UpdateItem", storeKey, wishlistId, number, changes });
  for (let i = 0; i < MOST; i++) assert.equal(add("many"), "ok");
  assert.equal(add("other"), "ok");
  return { add, update };
}

describe("a wishlist with 100 items of one variant", () => {
  it("gets no other one, neither as a new item nor by an update of an item to that variant", () => {
    const { add, update } = setUp();
    assert.equal(add("many"), "LimitExceeded /product");
    const product = { oldVariantRef: "other", selectedVariantRef: "many" };
    assert.equal(update(MOST + 1, { product }), "LimitExceeded /product");
  });

  it("keeps its items of that variant changeable, also to another variant, which makes room", () => {
    const { add, update } = setUp();
    assert.equal(update(1, { note: "blue" }), "ok");
    assert.equal(update(1, { product: { oldVariantRef: "many", selectedVariantRef: "other" } }), "ok");
    assert.equal(add("many"), "ok");
  });
});
