import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { boughtUnits, wantedUnits } from "../../../src/actors/wishlist/items/quantity.ts";
import { itemStateKey, removedStateKey } from "../../../src/actors/wishlist/state/item.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const { storeKey } = customerSlot;
const productOf = (variant: string) => ({ productRef: "p", selectedVariantRef: variant });
const HOUR_MS = 3_600_000;

const variant = fc.constantFrom("v", "w");
const list = fc.nat(1);
const quantity = fc.integer({ min: 1, max: 4 });
const pick = fc.nat(20);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ wish: variant, list, quantity }) },
  { weight: 2, arbitrary: fc.record({ want: quantity, item: pick }) },
  { weight: 2, arbitrary: fc.record({ move: pick }) },
  { weight: 1, arbitrary: fc.record({ remove: pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      order: fc.constantFrom("one", "two", "three"),
      lines: fc.uniqueArray(
        fc.record({ lineRef: fc.constantFrom("1", "2"), variant, units: fc.integer({ min: 0, max: 4 }) }),
        { minLength: 1, maxLength: 2, selector: ({ lineRef }) => lineRef },
      ),
      hours: fc.constantFrom(1, 1, 1, 2, -1),
      removePurchased: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A customer with two lists, and orders of two variants. */
class Lists {
  readonly partition = new MemoryPartition();
  readonly ids: string[];
  readonly #start: number;
  readonly #revisions = new Map<string, number>();

  constructor() {
    this.#run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    this.ids = [0, 1].map(
      () =>
        (this.#run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } }) as WishlistRecord)
          .id,
    );
    this.#start = this.partition.now;
  }

  #run(command: Command): unknown {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  get #listed(): { number: number; item: ItemRecord }[] {
    return this.ids.flatMap((id) =>
      this.partition.all("item", id).map(({ field, value: item }) => ({ number: Number(field), item })),
    );
  }

  take(each: Step): void {
    if ("wish" in each) {
      const wishlistId = this.ids[each.list] ?? "";
      const item = { product: productOf(each.wish), quantity: each.quantity };
      this.#run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
    } else if ("order" in each) {
      const revision = (this.#revisions.get(each.order) ?? 0) + 1;
      this.#revisions.set(each.order, revision);
      this.#run({
        type: "MatchOrder",
        ...customerSlot,
        ...{ orderKey: each.order, orderRef: each.order, revision, person: "customerRef" },
        boughtTime: new Date(this.#start + each.hours * HOUR_MS).toISOString(),
        lines: each.lines.map(({ lineRef, variant: named, units }) => ({
          lineRef,
          isUndone: units === 0,
          units,
          candidates: [{ rule: "variant", product: productOf(named) }],
        })),
        removePurchased: each.removePurchased,
      });
    } else {
      const place = "want" in each ? each.item : "move" in each ? each.move : each.remove;
      const items = this.#listed;
      const found = items[place % Math.max(1, items.length)];
      if (!found) return;
      const { number, item } = found;
      const { wishlistId } = item;
      if ("want" in each)
        this.#run({ type: "UpdateItem", storeKey, wishlistId, number, changes: { quantity: each.want } });
      else if ("remove" in each) this.#run({ type: "RemoveItem", storeKey, wishlistId, number });
      else
        this.#run({
          type: "MoveItems",
          ...{ storeKey, wishlistId, to: { wishlistId: this.ids.find((id) => id !== wishlistId) ?? "" } },
          ...{ items: [number], pointers: ["/itemId/0"], isCopy: false, allowDuplicates: false },
        });
    }
  }

  check(): void {
    const taken = new Map<string, number>();
    for (const { value } of this.partition.all("purchase", customerSlot.slot))
      for (const line of Object.values(value.lines)) {
        taken.set(line.itemId, (taken.get(line.itemId) ?? 0) + (line.taken ?? 1));
        const item = (this.partition.value(itemStateKey(line.wishlistId, line.number)) ??
          this.partition.value(removedStateKey(line.wishlistId, line.number))) as ItemRecord | null;
        assert.equal(item?.id, line.itemId, "the wish of a line exists");
      }
    for (const { item } of this.#listed) {
      assert.equal(boughtUnits(item), taken.get(item.id) ?? 0, `bought ${JSON.stringify(item)}`);
      assert.equal(item.purchased, boughtUnits(item) >= wantedUnits(item), "purchased");
      assert.equal(item.purchasedDate !== undefined, item.purchased, "dated");
    }
    assert.deepEqual(countedByEvents(this.partition), countedByRecords(this.partition));
    for (const id of this.ids) {
      const meta = this.partition.all("meta", id)[0]?.value;
      assert.equal(meta?.count, this.partition.all("item", id).length);
    }
  }
}

describe("wishes and the ledger of their customer", () => {
  it("agree about the bought units, after any orders, moves, removals and changes of quantities", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 30, size: "max" }), (steps) => {
        const lists = new Lists();
        for (const each of steps) {
          lists.take(each);
          lists.check();
        }
      }),
      { numRuns: 100 },
    );
  });
});
