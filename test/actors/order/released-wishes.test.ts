import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import type { MatchResult } from "../../../src/actors/order/messages.ts";
import type { ItemRecord, WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const productOf = (variant: string) => ({ productRef: "p", selectedVariantRef: variant });

/** A customer's list, from which orders remove purchased items. */
class List {
  readonly partition = new MemoryPartition();
  readonly #id: string;
  #revision = 0;

  constructor() {
    this.#run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
    const list = this.#run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
    this.#id = (list as WishlistRecord).id;
  }

  #run(command: Command): unknown {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  /** Adds a wish for a variant, with the reference that all wishes have. Returns the id of the item. */
  wish(variant: string): string {
    const item = { product: productOf(variant), wishlistItemRef: "ref" };
    const command = { type: "AddItem" as const, storeKey, wishlistId: this.#id, item };
    return (this.#run({ ...command, allowDuplicates: false }) as ItemRecord).id;
  }

  remove(number: number): void {
    this.#run({ type: "RemoveItem", storeKey, wishlistId: this.#id, number });
  }

  /** The next version of the order of one variant. Returns the result for its line. */
  order(variant: string, { isUndone = false } = {}): MatchResult["lines"][string] | undefined {
    const candidates = [{ rule: "variant", product: productOf(variant) }];
    const order = { orderKey: "o", orderRef: "o", revision: ++this.#revision, person: "customer" };
    const result = this.#run({
      type: "MatchOrder",
      ...customerSlot,
      ...order,
      boughtTime: "2030-01-01T00:00:00.000Z",
      lines: [{ lineRef: "1", isUndone, units: 1, candidates }],
      removePurchased: true,
    });
    return (result as MatchResult).lines["1"];
  }

  /** Ids of the listed items, each with its reference. */
  get items(): [id: string, ref: string | undefined][] {
    const items = this.partition.all("item", this.#id).map(({ value }) => value);
    return items
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, wishlistItemRef }) => [id, wishlistItemRef]);
  }

  /** Whether an item of the list has the reference, by the index of all lists. */
  get isRefKept(): boolean {
    return this.partition.shared.has(`itemRef ${storeKey} ref ${this.#id}`);
  }
}

describe("a wish that an order restores to its list", () => {
  it("gets its reference back", () => {
    const list = new List();
    const id = list.wish("v");
    list.order("v");
    assert.deepEqual([list.items, list.isRefKept], [[], false]);
    assert.deepEqual(list.order("v", { isUndone: true }), { code: "undone" });
    assert.deepEqual(list.items, [[id, "ref"]]);
    assert.ok(list.isRefKept);
  });

  it("gets its reference back if another item that had it was removed", () => {
    const list = new List();
    const id = list.wish("v");
    list.order("v");
    list.wish("other");
    list.remove(2);
    assert.deepEqual(list.order("v", { isUndone: true }), { code: "undone" });
    assert.deepEqual(list.items, [[id, "ref"]]);
  });

  it("leaves its reference to an item that has it now, and reports this each time", () => {
    const list = new List();
    const id = list.wish("v");
    list.order("v");
    const newer = list.wish("other");
    for (let version = 0; version < 2; version++)
      assert.deepEqual(list.order("v", { isUndone: true }), { code: "undone_reference_taken" });
    assert.deepEqual(list.items, [
      [id, undefined],
      [newer, "ref"],
    ]);
  });

  it("does not duplicate the same wish that was added meanwhile, and reports this each time", () => {
    const list = new List();
    list.wish("v");
    list.order("v");
    const newer = list.wish("v");
    for (let version = 0; version < 2; version++)
      assert.deepEqual(list.order("v", { isUndone: true }), { code: "undone_wished_again" });
    assert.deepEqual(list.items, [[newer, "ref"]]);
  });
});
