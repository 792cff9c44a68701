import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Rejection } from "../../../src/actors/reply.ts";
import { boughtUnits, wantedUnits } from "../../../src/actors/wishlist/items/quantity.ts";
import { itemStateKey, removedStateKey } from "../../../src/actors/wishlist/state/item.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const product = { productRef: "p", selectedVariantRef: "v" };

/** One customer with one wish of a quantity, and orders of the same variant. */
class Wish {
  readonly partition = new MemoryPartition();
  readonly listId: string;
  readonly #revisions = new Map<string, number>();
  readonly #removePurchased: boolean;

  constructor(quantity: number | undefined, { removePurchased = false } = {}) {
    this.#removePurchased = removePurchased;
    this.#run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    const list = this.#run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
    this.listId = (list as WishlistRecord).id;
    const item = { product, ...(quantity === undefined ? {} : { quantity }) };
    const { storeKey } = customerSlot;
    this.#run({ type: "AddItem", storeKey, wishlistId: this.listId, item, allowDuplicates: false });
  }

  #run(command: Command): unknown {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  /** A version of an order with so many units; zero means that the order was cancelled. */
  order(orderRef: string, units: number, time = new Date(this.partition.now + 1000).toISOString()): void {
    const revision = (this.#revisions.get(orderRef) ?? 0) + 1;
    this.#revisions.set(orderRef, revision);
    this.#run({
      type: "MatchOrder",
      ...customerSlot,
      ...{ orderKey: orderRef, orderRef, revision, person: "customerRef" },
      boughtTime: time,
      lines: [{ lineRef: "1", isUndone: units === 0, units, candidates: [{ rule: "variant", product }] }],
      removePurchased: this.#removePurchased,
    });
  }

  want(quantity: number): void {
    if (!this.isListed) return;
    const target = { storeKey: customerSlot.storeKey, wishlistId: this.listId, number: 1 };
    this.#run({ type: "UpdateItem", ...target, changes: { quantity } });
  }

  /** Changes the variant; returns the reason if it is refused. */
  change(selectedVariantRef: string, oldVariantRef: string, more = {}): Rejection | undefined {
    const target = { storeKey: customerSlot.storeKey, wishlistId: this.listId, number: 1 };
    const changes = { product: { selectedVariantRef, oldVariantRef, ...more } };
    const decision = this.partition.run({ type: "UpdateItem", ...target, changes });
    return decision.ok ? undefined : decision;
  }

  get #listed(): ItemRecord | null {
    return this.partition.value(itemStateKey(this.listId, 1)) as ItemRecord | null;
  }

  get isListed(): boolean {
    return this.#listed !== null;
  }

  get item(): ItemRecord {
    const item = this.#listed ?? (this.partition.value(removedStateKey(this.listId, 1)) as ItemRecord | null);
    assert.ok(item, "the wish exists");
    return item;
  }

  /** Purchased units in the ledger. */
  get taken(): number {
    return this.partition
      .all("purchase", customerSlot.slot)
      .flatMap(({ value }) => Object.values(value.lines))
      .reduce((sum, { taken = 0 }) => sum + taken, 0);
  }

  get eventTypes(): string[] {
    return this.partition.events.map(({ type }) => type).filter((type) => type.startsWith("wishlist.item."));
  }
}

const stateOf = ({ item: { purchased, purchasedQuantity, purchasedDate }, isListed }: Wish) => ({
  purchased,
  purchasedQuantity,
  isDated: purchasedDate !== undefined,
  isListed,
});

describe("a wish for several units", () => {
  it("is purchased once orders have fulfilled all of them, in parts", () => {
    const wish = new Wish(3);
    wish.order("one", 2);
    assert.deepEqual(stateOf(wish), {
      purchased: false,
      purchasedQuantity: 2,
      isDated: false,
      isListed: true,
    });
    wish.order("two", 5);
    assert.deepEqual(stateOf(wish), {
      purchased: true,
      purchasedQuantity: undefined,
      isDated: true,
      isListed: true,
    });
    assert.equal(wish.taken, 3);
    assert.deepEqual(wish.eventTypes, [
      "wishlist.item.added",
      "wishlist.item.updated",
      "wishlist.item.purchased",
    ]);
  });

  it("gets units back from a returned order, and is open again", () => {
    for (const removePurchased of [false, true]) {
      const wish = new Wish(3, { removePurchased });
      wish.order("one", 2);
      wish.order("two", 1);
      assert.equal(wish.isListed, !removePurchased);
      wish.order("one", 1);
      assert.deepEqual(stateOf(wish), {
        purchased: false,
        purchasedQuantity: 2,
        isDated: false,
        isListed: true,
      });
      wish.order("one", 0);
      wish.order("two", 0);
      assert.deepEqual(stateOf(wish), {
        purchased: false,
        purchasedQuantity: undefined,
        isDated: false,
        isListed: true,
      });
    }
  });

  it("is open again if the quantity rises, and purchased if it falls to the purchased units", () => {
    const wish = new Wish(2);
    wish.order("one", 2);
    wish.want(4);
    assert.deepEqual(stateOf(wish), {
      purchased: false,
      purchasedQuantity: 2,
      isDated: false,
      isListed: true,
    });
    wish.want(1);
    assert.deepEqual(stateOf(wish), { purchased: true, purchasedQuantity: 2, isDated: true, isListed: true });
    wish.order("one", 0);
    assert.equal(wish.item.purchased, false);
  });

  it("keeps the time of the order that bought its last unit, whatever its quantity was meanwhile", () => {
    const wish = new Wish(3);
    wish.order("one", 1, "2026-07-01T00:00:00.000Z");
    wish.order("two", 1, "2026-07-02T00:00:00.000Z");
    const dates = () => [wish.item.purchasedDate, wish.item.lastPurchaseDate];
    assert.deepEqual(dates(), [undefined, "2026-07-02T00:00:00.000Z"]);
    for (const _ of [1, 2]) {
      wish.want(2);
      assert.deepEqual(dates(), ["2026-07-02T00:00:00.000Z", undefined]);
      wish.want(3);
      assert.deepEqual(dates(), [undefined, "2026-07-02T00:00:00.000Z"]);
    }
    wish.order("three", 1, "2026-07-03T00:00:00.000Z");
    assert.deepEqual(dates(), ["2026-07-03T00:00:00.000Z", undefined]);
    wish.order("three", 0);
    for (const name of ["one", "two"]) wish.order(name, 0);
    assert.deepEqual(dates(), [undefined, undefined]);
  });

  for (const removePurchased of [false, true])
    it(`has the time of the latest order that remains${removePurchased ? ", also if its purchase removed it" : ""}`, () => {
      const wish = new Wish(3, { removePurchased });
      const days = ["2026-07-02", "2026-07-01", "2026-07-03"].map((day) => `${day}T00:00:00.000Z`);
      for (const [i, time] of days.entries()) wish.order(`${i}`, 1, time);
      assert.deepEqual([wish.item.purchasedDate, wish.isListed], [days[2], !removePurchased]);
      wish.order("2", 0);
      assert.deepEqual([wish.item.lastPurchaseDate, wish.isListed], [days[0], true]);
      wish.order("1", 0);
      assert.equal(wish.item.lastPurchaseDate, days[0]);
      wish.order("0", 0);
      assert.deepEqual([wish.item.purchasedDate, wish.item.lastPurchaseDate], [undefined, undefined]);
    });

  it("keeps its purchased unit if its quantity rises from one", () => {
    const wish = new Wish(undefined);
    wish.order("one", 4);
    assert.deepEqual([wish.item.purchased, wish.taken], [true, 0]);
    wish.want(3);
    assert.deepEqual([wish.item.purchased, wish.item.purchasedQuantity], [false, 1]);
    wish.order("two", 2);
    assert.equal(wish.item.purchased, true);
    wish.order("one", 0);
    assert.deepEqual([wish.item.purchased, wish.item.purchasedQuantity], [false, 2]);
  });

  it("stays removed if the shopper has removed it, whatever orders return", () => {
    const wish = new Wish(3);
    wish.order("one", 2);
    wish.partition.run({
      type: "RemoveItem",
      ...{ storeKey: customerSlot.storeKey, wishlistId: wish.listId, number: 1 },
    });
    wish.order("one", 0);
    assert.equal(wish.isListed, false);
  });

  it("keeps its variant while it has purchased units, and accepts another one after they are returned", () => {
    for (const [quantity, units] of [
      [undefined, 1],
      [3, 1],
      [3, 3],
    ] as const) {
      const wish = new Wish(quantity);
      wish.order("one", units);
      const before = wish.item;
      const refusal = wish.change("w", "v");
      assert.deepEqual([refusal?.code, refusal?.path], ["InvalidInput", "/product"]);
      assert.deepEqual(wish.item, before);
      // Other names of the same variant keep the purchased units.
      assert.equal(
        wish.change("v", "v", { productId: "1", productRef: "p", selectedVariantId: "2" }),
        undefined,
      );
      wish.order("one", 0);
      assert.equal(wish.change("w", "v"), undefined);
      assert.equal(wish.item.product.selectedVariantRef, "w");
    }
  });

  it("has the purchased units of the ledger, after any orders, refunds and changes of the quantity", () => {
    const units = fc.integer({ min: 0, max: 4 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ order: fc.constantFrom("one", "two", "three"), units }) },
      { weight: 1, arbitrary: fc.record({ want: fc.integer({ min: 2, max: 6 }) }) },
    );
    const stories = fc.array(step, { minLength: 1, maxLength: 25, size: "max" });
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }),
        fc.boolean(),
        stories,
        (quantity, removePurchased, steps) => {
          const wish = new Wish(quantity, { removePurchased });
          for (const each of steps) {
            if ("want" in each) wish.want(each.want);
            else wish.order(each.order, each.units);
            const { item } = wish;
            assert.equal(boughtUnits(item), wish.taken);
            assert.equal(item.purchased, boughtUnits(item) >= wantedUnits(item));
            assert.equal(item.purchasedDate !== undefined, item.purchased);
            assert.ok(wish.isListed || item.purchased, "only purchased items were removed");
          }
          for (const order of ["one", "two", "three"]) wish.order(order, 0);
          assert.deepEqual([boughtUnits(wish.item), wish.item.purchased, wish.isListed], [0, false, true]);
        },
      ),
    );
  });
});
