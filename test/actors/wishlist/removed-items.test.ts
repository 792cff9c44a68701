import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import type { Decision } from "../../../src/actors/reply.ts";
import { countedWish } from "../../../src/actors/report/counter-changes.ts";
import { Draft, State } from "../../../src/actors/state/draft.ts";
import { removedStateKey } from "../../../src/actors/wishlist/state/item.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { dropExcess, MAX_REMOVED, stateToDrop } from "../../../src/actors/wishlist/state/removed-items.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { itemWith, metaWith } from "../../support/data/state-keys.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const { storeKey } = customerSlot;
const DROPPED = 250;
/** Number of items that leave a list by commands before it has as many removed items as the limit. */
const FEW = 20;

/** A customer's wishlist, and orders that remove what they buy. */
class List {
  readonly partition = new MemoryPartition();
  readonly id: string;
  #revision = 0;

  constructor() {
    this.run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    const created = this.run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
    this.id = (created as { body: WishlistRecord }).body.id;
  }

  run(command: Command): Decision {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision;
  }

  /** Adds items, each of a variant with its number. */
  add(numbers: readonly number[]): void {
    for (const number of numbers) {
      const item = { product: { productRef: "p", selectedVariantRef: `${number}` } };
      this.run({ type: "AddItem", storeKey, wishlistId: this.id, item, allowDuplicates: false });
    }
  }

  remove(numbers: readonly number[]): void {
    for (const number of numbers) this.run({ type: "RemoveItem", storeKey, wishlistId: this.id, number });
  }

  /** Orders a variant; without units, the order is cancelled. */
  order(number: number, units: number): void {
    const product = { productRef: "p", selectedVariantRef: `${number}` };
    const candidates = [{ rule: "variant", product }];
    this.run({
      type: "MatchOrder",
      ...customerSlot,
      ...{
        orderKey: `o${number}`,
        orderRef: `o${number}`,
        revision: ++this.#revision,
        person: "customerRef",
      },
      boughtTime: new Date(this.partition.now + 1000).toISOString(),
      lines: [{ lineRef: "1", isUndone: units === 0, units, candidates }],
      removePurchased: true,
    });
  }

  get removed(): number[] {
    return this.#numbersOf("removed");
  }

  get items(): number[] {
    return this.#numbersOf("item");
  }

  #numbersOf(kind: "item" | "removed"): number[] {
    return this.partition
      .all(kind, this.id)
      .map(({ field }) => Number(field))
      .sort((a, b) => a - b);
  }

  /**
   * Adds items with these numbers that have left the list as the last removed item has, and counts them as an event
   * does. Commands would take seconds.
   */
  fill(numbers: readonly number[]): void {
    const { events, now, stateKeys } = this.partition;
    const last = this.partition.all("removed", this.id).at(-1);
    const [meta] = this.partition.all("meta", this.id);
    assert.ok(last && meta);
    const returned = numbers.map((number, i) => {
      const stateKey = removedStateKey(this.id, number);
      const value = { ...last.value, deletedTime: new Date(now + i + 1).toISOString() };
      stateKeys.set(addressOf(stateKey), { stateKey, value });
      return countedWish(value);
    });
    events.push({ type: "report.counted", storeKey, time: last.value.deletedTime, counted: { returned } });
    this.partition.pass(numbers.length);
    const [stateKey, lastNumber] = [metaStateKey(this.id), Math.max(...numbers)];
    stateKeys.set(addressOf(stateKey), { stateKey, value: { ...meta.value, lastNumber } });
  }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const assertCounted = (list: List) =>
  assert.deepEqual(countedByEvents(list.partition), countedByRecords(list.partition));

describe("the removed items of a wishlist", () => {
  it("are all kept up to the limit; then the oldest are dropped, some at a time", () => {
    const list = new List();
    const last = MAX_REMOVED + DROPPED + 2;
    list.add([1]);
    list.remove([1]);
    list.fill(range(2, MAX_REMOVED - FEW));
    list.add(range(MAX_REMOVED - FEW + 1, last));
    list.remove(range(MAX_REMOVED - FEW + 1, MAX_REMOVED));
    assert.equal(list.removed.length, MAX_REMOVED);
    // The second one finds the first one above the limit.
    list.remove([MAX_REMOVED + 1, MAX_REMOVED + 2]);
    assert.deepEqual(list.removed, range(DROPPED + 1, MAX_REMOVED + 2));
    list.remove(range(MAX_REMOVED + 3, last));
    assert.ok(list.removed.length <= MAX_REMOVED + 1);
    assertCounted(list);
  });

  it("that were bought, or were removed last, outlast others with similar numbers", () => {
    const list = new List();
    list.add([1, 2, 3]);
    list.order(1, 1);
    list.remove([3]);
    list.fill(range(4, MAX_REMOVED - FEW));
    list.add(range(MAX_REMOVED - FEW + 1, MAX_REMOVED + 3));
    list.remove(range(MAX_REMOVED - FEW + 1, MAX_REMOVED + 1));
    // An old wish that was removed only now.
    list.remove([2]);
    list.remove([MAX_REMOVED + 2, MAX_REMOVED + 3]);
    assert.deepEqual(list.removed, [1, 2, ...range(DROPPED + 3, MAX_REMOVED + 3)]);
    // A refund restores the wish that was bought.
    list.order(1, 0);
    assert.deepEqual(list.items, [1]);
    assertCounted(list);
  });

  it("are dropped by purchases too, and a refund of a dropped wish restores nothing", () => {
    const list = new List();
    const last = MAX_REMOVED + 2;
    list.add([1]);
    list.order(1, 1);
    list.fill(range(2, MAX_REMOVED - FEW));
    const numbers = range(MAX_REMOVED - FEW + 1, last);
    list.add(numbers);
    for (const number of numbers) list.order(number, 1);
    assert.deepEqual(list.removed, range(DROPPED + 1, last));
    list.order(1, 0);
    list.order(last, 0);
    assert.deepEqual(list.items, [last]);
    assertCounted(list);
  });

  it("are dropped in several commands before a deletion, if they are far too many", () => {
    const list = new List();
    list.add([1]);
    list.remove([1]);
    // As many as a list from before the limit may have.
    list.fill(range(2, MAX_REMOVED + 1200));
    let parts = 0;
    for (let isDeleted = false; !isDeleted; parts++) {
      list.run({ type: "DeleteWishlist", storeKey, wishlistId: list.id });
      isDeleted = list.partition.all("meta", list.id)[0]?.value.deleted === true;
    }
    // Each part but the last drops 500.
    assert.equal(parts, 4);
    assert.ok(list.removed.length <= MAX_REMOVED);
  });

  it("are dropped once in a batch, and not if the batch has restored them", () => {
    const state = new State();
    const item = (number: number) => ({
      number,
      item: { ...itemWith({ id: `w1.${number}` }), deleted: true, deletedTime: "x" } as const,
    });
    state.set(metaStateKey("w1"), metaWith({ lastNumber: MAX_REMOVED + 1 }));
    // An earlier command of the batch has restored the first one, which is still stored as removed.
    state.set(removedStateKey("w1", 1), null);
    const [excess] = stateToDrop(new Draft(state), "w1");
    assert.ok(excess);
    state.set(excess, [item(1), item(2)]);
    const draft = new Draft(state);
    const dropped = () => draft.changes.filter(({ stateKey }) => stateKey.kind === "removed");
    assert.equal(dropExcess(draft, "w1", { time: "y" }), true);
    assert.deepEqual(
      dropped().map(({ stateKey }) => stateKey.field),
      [2],
    );
    assert.equal(dropExcess(draft, "w1", { time: "y" }), false);
    assert.equal(dropped().length, 1);
  });
});
