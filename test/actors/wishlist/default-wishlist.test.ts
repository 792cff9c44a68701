import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { recordStateKey } from "../../../src/actors/wishlist/state/wishlist.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const flag = fc.option(fc.option(fc.boolean()), { nil: undefined });
const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), isDefault: flag }),
  fc.record({ do: fc.constant("update" as const), list: fc.nat(5), isDefault: flag }),
  fc.record({ do: fc.constant("delete" as const), list: fc.nat(5) }),
);

/** Effect of a step on the default wishlist: the last one with isDefault, until it is deleted or loses isDefault. */
function defaultAfter(before: string | undefined, id: string, isDefault: boolean | null | undefined) {
  if (isDefault === true) return id;
  return isDefault === undefined || id !== before ? before : undefined;
}

describe("the default wishlist", () => {
  it("is the last one with isDefault for each customer, until it is deleted or loses isDefault", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 20, size: "max" }), (steps) => {
        const partition = new MemoryPartition();
        const run = (command: Command) => {
          const decision = partition.run(command);
          assert.ok(decision.ok, JSON.stringify(decision));
          return decision.body;
        };
        run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
        const lists: string[] = [];
        let expected: string | undefined;
        for (const each of steps) {
          if (each.do === "create") {
            const { isDefault } = each;
            const made = run({
              type: "CreateWishlist",
              ...customerSlot,
              fields: { name: "list", isDefault },
            });
            const { id } = made as WishlistRecord;
            lists.push(id);
            if (isDefault === true) expected = id;
          } else {
            const [wishlistId] = lists.splice(each.list, 1);
            if (wishlistId === undefined) continue;
            const target = { storeKey: customerSlot.storeKey, wishlistId };
            if (each.do === "delete") run({ type: "DeleteWishlist", ...target });
            else {
              run({ type: "UpdateWishlist", ...target, changes: { isDefault: each.isDefault } });
              lists.push(wishlistId);
            }
            expected = defaultAfter(expected, wishlistId, each.do === "delete" ? false : each.isDefault);
          }
          const marked = lists.filter(
            (id) => (partition.value(recordStateKey(id)) as WishlistRecord).isDefault,
          );
          assert.deepEqual(marked, expected === undefined ? [] : [expected]);
        }
      }),
    );
  });
});
