import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { MovedItems } from "../../../src/actors/wishlist/messages.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { addressOf } from "../../../src/store/partition/state/state-keys.ts";
import type { WishlistMeta } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { Lists, MoveModel, shownOf } from "../../support/memory/lists.ts";
import { anyWish, PLAIN, productOf } from "../../support/memory/named-wishes.ts";

/** The members of events that name moved items. */
interface MoveEvent {
  type: string;
  wishlistId?: string;
  itemId?: string;
  movedFrom?: string;
  movedTo?: string;
}

/** Returns events as texts: type, wishlist, item, and the items that this one was moved from and to. */
const namesIn = (events: readonly MoveEvent[]): string[] =>
  events.map(({ type, wishlistId, itemId, movedFrom, movedTo }) =>
    [type, wishlistId, itemId, movedFrom, movedTo].join(),
  );

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ list: fc.nat(2), wish: anyWish }) },
  {
    weight: 4,
    arbitrary: fc.record({ from: fc.nat(2), to: fc.nat(2), picked: fc.array(fc.nat(9), { minLength: 1 }) }),
  },
);

describe("moving items to another wishlist", () => {
  it("keeps each wish once, merges flags, keeps the oldest time, and counts no item twice", () => {
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
          const { count } = lists.partition.value(metaStateKey(lists.id(list))) as WishlistMeta;
          const variants = lists.items(list).map(({ item }) => item.product.selectedVariantRef);
          assert.equal(variants.length, count);
          assert.equal(new Set(variants).size, count, "each variant once");
        }
        assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
      }),
    );
  });

  it("moves all items or none, and names the refused one", () => {
    const lists = new Lists(2);
    lists.add(0, PLAIN);
    lists.add(0, { ...PLAIN, variant: 2 }, "taken");
    lists.add(1, { ...PLAIN, variant: 3 }, "taken");
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

  it("requires lists of the same customer", () => {
    const lists = new Lists(1);
    const other = { storeKey: customerSlot.storeKey, slot: "t/s:other", key: "other" };
    lists.accept({ type: "CreateCustomer", ...other, ref: "bob", fields: {} });
    lists.ids.push(lists.create(other));
    lists.add(0, PLAIN);
    const decision = lists.move(0, 1, [1]);
    assert.deepEqual(!decision.ok && [decision.code, decision.path], ["ResourceNotFound", undefined]);
  });

  it("needs the entity tags of both wishlists if it is conditional", () => {
    const lists = new Lists(2);
    lists.add(0, PLAIN);
    const [from, to] = [lists.version(0), lists.version(1)];
    for (const ifMatch of [[from], [to], ["other"]]) {
      const decision = lists.move(0, 1, [1], { ifMatch });
      assert.equal(!decision.ok && decision.code, "PreconditionFailed");
    }
    const decision = lists.move(0, 1, [1], { ifMatch: [from, to] });
    assert.ok(decision.ok);
    assert.deepEqual([lists.version(0), lists.version(1)], [decision.version, decision.version]);
  });

  it("keeps the reference of the item, and the events name its new list", () => {
    const lists = new Lists(2);
    const { id } = lists.add(0, PLAIN, "ref");
    const decision = lists.move(0, 1, ["ref"]);
    const item = lists.only(1);
    assert.ok(decision.ok);
    assert.deepEqual((decision.body as MovedItems).items, [
      { fromItemId: id, id: item.id, status: "created" },
    ]);
    assert.equal(item.wishlistItemRef, "ref");
    assert.deepEqual(namesIn(lists.partition.events.slice(-2)), [
      ["wishlist.item.added", lists.id(1), item.id, id, ""].join(),
      ["wishlist.item.removed", lists.id(0), id, "", item.id].join(),
    ]);
  });

  it("leaves the item without the reference of its former list, also if the new list has no reference", () => {
    for (const isCopy of [false, true])
      for (const hasSame of [false, true]) {
        const lists = new Lists(1);
        lists.ids.unshift(lists.create(customerSlot, { wishlistRef: "former" }));
        assert.equal(lists.add(0, PLAIN).wishlistRef, "former");
        if (hasSame) lists.add(1, PLAIN);
        assert.ok(lists.move(0, 1, [1], { isCopy }).ok);
        assert.equal(lists.only(1).wishlistRef, undefined);
      }
  });

  it("lets an order release its item of before the move", () => {
    const lists = new Lists(2);
    lists.add(0, PLAIN);
    const order = (revision: number, isUndone: boolean) =>
      lists.accept({
        type: "MatchOrder",
        ...customerSlot,
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

  it("lets an order take back units of a wish that it has purchased in part, also if purchased wishes are removed", () => {
    const lists = new Lists(2);
    lists.add(0, { ...PLAIN, quantity: 3 });
    const order = (revision: number, isUndone: boolean) =>
      lists.accept({
        type: "MatchOrder",
        ...customerSlot,
        ...{ orderKey: "o", orderRef: "o", revision, person: "customerRef", removePurchased: true },
        boughtTime: new Date(lists.partition.now + 1000).toISOString(),
        lines: [
          { lineRef: "1", isUndone, units: 2, candidates: [{ rule: "variant", product: productOf(1) }] },
        ],
      });
    order(1, false);
    assert.equal(lists.only(0).purchasedQuantity, 2);
    assert.ok(lists.move(0, 1, [1]).ok);
    assert.equal(lists.partition.events.at(-1)?.type, "order.match_moved");
    order(2, true);
    assert.equal(lists.only(1).purchasedQuantity, undefined);
  });

  it("lets an alert follow its item", () => {
    const lists = new Lists(2);
    const { id } = lists.add(0, { ...PLAIN, notifyMe: true });
    const stateKey = { kind: "alert" as const, id: customerSlot.slot, field: "a" };
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

const carried = fc.oneof(
  { weight: 3, arbitrary: fc.record({ list: fc.nat(2), wish: anyWish }) },
  {
    weight: 4,
    arbitrary: fc.record({
      from: fc.nat(2),
      by: fc.integer({ min: 1, max: 2 }),
      picked: fc.uniqueArray(fc.nat(4), { minLength: 1 }),
      isCopy: fc.boolean(),
    }),
  },
);

describe("moving and copying items", () => {
  it("equals a simple model, with one event on each list for each item", () => {
    fc.assert(
      fc.property(fc.array(carried, { minLength: 5, maxLength: 30, size: "max" }), (steps) => {
        const [lists, model] = [new Lists(3), new MoveModel(3)];
        for (const each of steps) {
          if ("wish" in each) {
            const { list, wish } = each;
            if (!model.has(list, wish)) model.add(list, wish, lists.add(list, wish).createdTime);
          } else {
            const { from, isCopy } = each;
            const to = (from + each.by) % 3;
            const items = lists.items(from);
            const picked = each.picked.flatMap((i) => items[i]?.number ?? []);
            const places = each.picked.filter((i) => i < items.length);
            if (picked.length === 0) continue;
            const eventCount = lists.partition.events.length;
            const decision = lists.move(from, to, picked, { isCopy });
            assert.ok(decision.ok, JSON.stringify(decision));
            const moved = (decision.body as MovedItems).items;
            const time = new Date(lists.partition.now).toISOString();
            const became = model.carry({ from, to, places, isCopy, time });
            assert.deepEqual(
              moved.map(({ status }) => status),
              became,
            );
            assert.deepEqual(
              namesIn(lists.partition.events.slice(eventCount)),
              moved.flatMap(({ fromItemId, id, status }) => {
                const isNew = status === "created";
                const type = isNew ? "wishlist.item.added" : "wishlist.item.updated";
                const arrived = [type, lists.id(to), id, isNew && !isCopy ? fromItemId : "", ""].join();
                const left = ["wishlist.item.removed", lists.id(from), fromItemId, "", id].join();
                return isCopy ? [arrived] : [arrived, left];
              }),
            );
          }
          assert.deepEqual(
            [0, 1, 2].map((list) => lists.items(list).map(({ item }) => shownOf(item))),
            model.lists,
          );
        }
        assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
      }),
    );
  });
});

describe("copying items to another wishlist", () => {
  it("gives a copy the price of its variant, unless the item was changed to another one meanwhile", () => {
    const price = { amount: "5.00", currency: "EUR" };
    for (const variant of [PLAIN.variant, PLAIN.variant + 1]) {
      const lists = new Lists(2);
      lists.add(0, PLAIN);
      const prices = [{ product: productOf(variant), price }];
      assert.ok(lists.move(0, 1, [1], { isCopy: true, prices }).ok);
      assert.deepEqual(lists.only(1).priceWhenAdded, variant === PLAIN.variant ? price : undefined);
    }
  });

  it("keeps the originals, and creates open wishes without references", () => {
    const lists = new Lists(2);
    lists.add(0, { ...PLAIN, quantity: 2 }, "ref");
    const before = lists.items(0);
    assert.ok(lists.move(0, 1, [1], { isCopy: true }).ok);
    assert.deepEqual(lists.items(0), before);
    const item = lists.only(1);
    assert.equal(item.wishlistItemRef, undefined);
    assert.deepEqual([item.quantity, item.purchased], [2, false]);
    assert.ok(item.createdTime > (before[0]?.item.createdTime ?? ""));
    assert.equal(item.priceWhenAdded, undefined, "the price is not known");
    // Copied again, it is the same wish.
    assert.ok(lists.move(0, 1, [1], { isCopy: true }).ok);
    assert.equal(lists.items(1).length, 1);
    assert.deepEqual(countedByEvents(lists.partition), countedByRecords(lists.partition));
  });
});
