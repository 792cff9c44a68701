import assert from "node:assert/strict";
import { it } from "node:test";
import type { MatchResult } from "../../../src/actors/order/messages.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const product = { productRef: "p", selectedVariantRef: "v" };

/** A customer with a wish for three units. */
function setUp() {
  const partition = new MemoryPartition();
  const bodyOf = (command: Parameters<MemoryPartition["run"]>[0]): unknown => {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  };
  bodyOf({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
  const list = bodyOf({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
  const { id: wishlistId } = list as WishlistRecord;
  const item = { product, quantity: 3 };
  const wish = bodyOf({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
  let revision = 0;
  /** Matches the next version of the order, whose lines have these units. Returns what each line has bought. */
  const order = (units: Record<string, number>) => {
    const lines = Object.entries(units).map(([lineRef, bought]) => ({
      ...{ lineRef, units: bought, isUndone: false },
      candidates: [{ rule: "variant", product }],
    }));
    const version = { orderKey: "o", orderRef: "o", revision: ++revision, person: "customer" };
    const { lines: outcomes } = bodyOf({
      ...{ type: "MatchOrder", ...customerSlot, ...version, lines, removePurchased: false },
      boughtTime: "2030-01-01T00:00:00.000Z",
    }) as MatchResult;
    return Object.entries(outcomes).map(([lineRef, outcome]) => [
      lineRef,
      "matched" in outcome ? outcome.matched.itemId : outcome.code,
    ]);
  };
  return { itemId: (wish as ItemRecord).id, order };
}

it("units that a line of an order releases are bought by the lines after it", () => {
  const { itemId, order } = setUp();
  assert.deepEqual(order({ b: 3 }), [["b", itemId]]);
  assert.deepEqual(order({ a: 1, b: 2, c: 1 }), [
    ["a", "bought_before"],
    ["b", itemId],
    ["c", itemId],
  ]);
});
