import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../src/actors/command.ts";
import type { Decision } from "../../src/actors/reply.ts";
import type { MovedItems } from "../../src/actors/wishlist/messages.ts";
import { metaKey } from "../../src/actors/wishlist/wishlist-meta.ts";
import { addressOf } from "../../src/store/partition/state-keys.ts";
import type { ItemRecord, WishlistMeta, WishlistRecord } from "../../src/store/records/records.ts";
import { countedByEvents, countedByRecords } from "../support/counters-of.ts";
import { anyWish, type NamedWish, NamedWishes, productOf } from "../support/named-wishes.ts";
import { MemoryPartition } from "../support/memory-partition.ts";

const place = { storeKey: "t/s", slot: "t/s:key", key: "key" };
const { storeKey } = place;
/** A customer with lists in a partition of memory. */
class Lists {
  readonly partition = new MemoryPartition();
  readonly ids: string[];
  readonly wishes = new NamedWishes();

  constructor(count: number) {
    this.accept({ type: "CreateCustomer", ...place, ref: "ann", fields: {} });
    this.ids = Array.from({ length: count }, () => this.create(place));
  }

  create(owner: typeof place): string {
    const body = this.accept({ type: "CreateWishlist", ...owner, fields: { name: "list" } });
    return (body as WishlistRecord).id;
  }

  accept(command: Command): object | undefined {
    const decision = this.partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision.body;
  }

  add(list: number, wish: NamedWish, wishlistItemRef?: string): ItemRecord {
    const { item, made } = this.wishes.make(wish);
    const target = { storeKey, wishlistId: this.id(list), allowDuplicates: false };
    const body = this.accept({ type: "AddItem", ...target, item: { ...item, wishlistItemRef } });
    made(body as ItemRecord);
    return body as ItemRecord;
  }

  id(list: number): string {
    return this.ids[list] ?? "";
  }

  items(list: number): { number: number; item: ItemRecord }[] {
    return this.partition
      .all("item", this.id(list))
      .map(({ field, value }) => ({ number: Number(field), item: value }));
  }

  /** The one item of a list. */
  only(list: number): ItemRecord {
    const [found, ...others] = this.items(list);
    assert.ok(found && others.length === 0);
    return found.item;
  }

  move(from: number, to: number, items: (number | string)[], more: object = {}): Decision {
    return this.partition.run({
      type: "MoveItems",
      ...{ storeKey, wishlistId: this.id(from), to: { wishlistId: this.id(to) }, items },
      ...{ pointers: items.map((_, i) => `/itemId/${i}`), isCopy: false, allowDuplicates: false, ...more },
    });
  }

  version(list: number): string {
    return (this.partition.value(metaKey(this.id(list))) as WishlistMeta).version;
  }
}

const one = { variant: 1, notifyMe: false, addedFromCart: false, quantity: 1 };
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ list: fc.nat(2), wish: anyWish }) },
  {
    weight: 4,
    arbitrary: fc.record({ from: fc.nat(2), to: fc.nat(2), picked: fc.array(fc.nat(9), { minLength: 1 }) }),
  },
);

describe("moving items to another wishlist", () => {
  it("loses no wish and doubles none, joins flags and keeps the oldest time, and counts none again", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 30, size: "max" }), (steps) => {
        const lists = new Lists(3);
        for (const each of steps) {
          if ("wish" in each) {
            const product = productOf(each.wish.variant);
            const isThere = lists
              .items(each.list)
              .some(({ item }) => item.product.selectedVariantRef === product.selectedVariantRef);
            if (!isThere) lists.add(each.list, each.wish);
            continue;
          }
          const items = lists.items(each.from);
          const picked = new Set(each.picked.flatMap((i) => items[i]?.number ?? []));
          if (picked.size === 0) continue;
          const decision = lists.move(each.from, each.to, [...picked]);
          assert.equal(decision.ok, each.from !== each.to, JSON.stringify(decision));
        }
        const all = [0, 1, 2].flatMap((list) => lists.items(list).map(({ item }) => item));
        lists.wishes.assertKept(all);
        for (const list of [0, 1, 2]) {
          const { count } = lists.partition.value(metaKey(lists.id(list))) as WishlistMeta;
          const variants = lists.items(list).map(({ item }) => item.product.selectedVariantRef);
          assert.equal(variants.length, count);
          assert.equal(new Set(variants).size, count, "each variant once");
        }
        assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
      }),
    );
  });

  it("moves all items or none, and says which one it refuses", () => {
    const lists = new Lists(2);
    lists.add(0, one);
    lists.add(0, { ...one, variant: 2 }, "taken");
    lists.add(1, { ...one, variant: 3 }, "taken");
    const refusal = (items: (number | string)[], more = {}) => {
      const decision = lists.move(0, 1, items, more);
      assert.ok(!decision.ok);
      return [decision.code, decision.path];
    };
    assert.deepEqual(refusal([1, 7]), ["ResourceNotFound", "/itemId/1"]);
    assert.deepEqual(refusal([1, "none"]), ["ResourceNotFound", "/itemId/1"]);
    assert.deepEqual(refusal([1, 1]), ["InvalidInput", "/itemId/1"]);
    assert.deepEqual(refusal([1, "taken"]), ["DuplicateReference", "/itemId/1"]);
    assert.deepEqual(refusal([1], { to: { wishlistId: lists.id(0) } }), ["InvalidInput", "/toWishlistId"]);
    assert.deepEqual([lists.items(0).length, lists.items(1).length], [2, 1]);
  });

  it("goes to lists of the same customer only", () => {
    const lists = new Lists(1);
    const other = { storeKey, slot: "t/s:other", key: "other" };
    lists.accept({ type: "CreateCustomer", ...other, ref: "bob", fields: {} });
    lists.ids.push(lists.create(other));
    lists.add(0, one);
    const decision = lists.move(0, 1, [1]);
    assert.deepEqual(!decision.ok && [decision.code, decision.path], ["ResourceNotFound", undefined]);
  });

  it("needs the entity tags of both wishlists where it is conditional", () => {
    const lists = new Lists(2);
    lists.add(0, one);
    const [from, to] = [lists.version(0), lists.version(1)];
    for (const ifMatch of [[from], [to], ["other"]]) {
      const decision = lists.move(0, 1, [1], { ifMatch });
      assert.equal(!decision.ok && decision.code, "PreconditionFailed");
    }
    const decision = lists.move(0, 1, [1], { ifMatch: [from, to] });
    assert.ok(decision.ok);
    assert.deepEqual([lists.version(0), lists.version(1)], [decision.version, decision.version]);
  });

  it("takes the reference of the item along, and tells receivers where it went", () => {
    const lists = new Lists(2);
    const { id } = lists.add(0, one, "ref");
    const decision = lists.move(0, 1, ["ref"]);
    const item = lists.only(1);
    assert.ok(decision.ok);
    assert.deepEqual((decision.body as MovedItems).items, [
      { fromItemId: id, id: item.id, status: "created" },
    ]);
    assert.equal(item.wishlistItemRef, "ref");
    assert.deepEqual(
      lists.partition.events.slice(-2).map(({ type, wishlistId, itemId, movedFrom, movedTo }) => ({
        type,
        wishlistId,
        itemId,
        movedFrom,
        movedTo,
      })),
      [
        {
          type: "wishlist.item.added",
          wishlistId: lists.id(1),
          itemId: item.id,
          movedFrom: id,
          movedTo: undefined,
        },
        {
          type: "wishlist.item.removed",
          wishlistId: lists.id(0),
          itemId: id,
          movedFrom: undefined,
          movedTo: item.id,
        },
      ],
    );
  });

  it("lets an order give back what it bought of an item before the move", () => {
    const lists = new Lists(2);
    lists.add(0, one);
    const order = (revision: number, isUndone: boolean) =>
      lists.accept({
        type: "MatchOrder",
        ...place,
        ...{ orderKey: "o", orderRef: "o", revision, person: "customerRef", removePurchased: false },
        boughtTime: new Date(lists.partition.now + 1000).toISOString(),
        lines: [
          { lineRef: "1", isUndone, units: 1, candidates: [{ rule: "variant", product: productOf(1) }] },
        ],
      });
    order(1, false);
    assert.ok(lists.move(0, 1, [1]).ok);
    assert.deepEqual(
      lists.items(1).map(({ item }) => item.purchased),
      [true],
    );
    assert.equal(lists.partition.events.at(-1)?.type, "order.match_moved");
    order(2, true);
    assert.deepEqual(
      lists.items(1).map(({ item }) => item.purchased),
      [false],
    );
  });

  it("lets an alert follow the item that it is about", () => {
    const lists = new Lists(2);
    const { id } = lists.add(0, { ...one, notifyMe: true });
    const stateKey = { kind: "alert" as const, owner: place.slot, field: "a" };
    const value = { itemIds: [id], items: [{ itemId: id, wishlistId: lists.id(0), wishlistItemRef: "old" }] };
    lists.partition.stateKeys.set(addressOf(stateKey), { stateKey, value });
    assert.ok(lists.move(0, 1, [1]).ok);
    const item = lists.only(1);
    const { itemIds, items } = lists.partition.value(stateKey) as typeof value;
    assert.deepEqual(
      { itemIds, items },
      { itemIds: [item.id], items: [{ itemId: item.id, wishlistId: lists.id(1) }] },
    );
  });
});

describe("copying items to another wishlist", () => {
  it("leaves them where they are, and makes new wishes that are open and have no reference", () => {
    const lists = new Lists(2);
    lists.add(0, { ...one, quantity: 2 }, "ref");
    const before = lists.items(0);
    assert.ok(lists.move(0, 1, [1], { isCopy: true }).ok);
    assert.deepEqual(lists.items(0), before);
    const item = lists.only(1);
    assert.equal(item.wishlistItemRef, undefined);
    assert.deepEqual([item.quantity, item.purchased], [2, false]);
    assert.ok(item.createdTime > (before[0]?.item.createdTime ?? ""));
    // Copied again, it is the same wish.
    assert.ok(lists.move(0, 1, [1], { isCopy: true }).ok);
    assert.equal(lists.items(1).length, 1);
    assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
  });
});
