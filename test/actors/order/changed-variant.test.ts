import assert from "node:assert/strict";
import { it } from "node:test";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { Lists } from "../../support/memory/lists.ts";
import { PLAIN, productOf } from "../../support/memory/named-wishes.ts";

it("an item that was changed to another variant is not bought by an order from before, but by a later one", () => {
  const lists = new Lists(1);
  lists.add(0, PLAIN);
  const order = (orderKey: string, revision: number, boughtTime: string) => {
    lists.accept({
      type: "MatchOrder",
      ...customerSlot,
      ...{
        orderKey,
        orderRef: orderKey,
        revision,
        person: "customerRef",
        removePurchased: false,
        boughtTime,
      },
      lines: [
        { lineRef: "1", isUndone: false, units: 1, candidates: [{ rule: "variant", product: productOf(2) }] },
      ],
    });
    return lists.only(0).purchased;
  };
  const timeIn = (ms: number) => new Date(lists.partition.now + ms).toISOString();
  const before = timeIn(10);
  assert.equal(order("first", 1, before), false);
  lists.partition.pass(60_000);
  const { selectedVariantRef: oldVariantRef } = productOf(1);
  lists.accept({
    type: "UpdateItem",
    ...{ storeKey: customerSlot.storeKey, wishlistId: lists.id(0), number: 1 },
    changes: { product: { ...productOf(2), oldVariantRef } },
  });
  assert.equal(order("first", 2, before), false);
  assert.equal(order("second", 1, timeIn(60_000)), true);
});
