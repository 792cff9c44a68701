import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import type { ItemRecord, WishlistMeta } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { Lists } from "../../support/memory/lists.ts";

const { storeKey } = customerSlot;
const ITEMS = 3000;

/** A customer with two wishlists. The first has the reference `old`. */
class Renamed extends Lists {
  constructor(count = 1) {
    super(2);
    this.rename("old");
    for (let i = 0; i < count; i++) this.put(0, i);
  }

  get listId() {
    return this.id(0);
  }

  rename(wishlistRef: string | null, list = 0) {
    const wishlistId = this.id(list);
    return this.accept({ type: "UpdateWishlist", storeKey, wishlistId, changes: { wishlistRef } });
  }

  put(list: number, variant: number, more: object = {}): ItemRecord {
    const item = { product: { productRef: "p", selectedVariantRef: `v${variant}` }, ...more };
    const wishlistId = this.id(list);
    return this.accept({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false }) as ItemRecord;
  }

  refs(list = 0) {
    return [...new Set(this.items(list).map(({ item }) => item.wishlistRef))];
  }
}

describe("another reference of a wishlist", () => {
  it("is a change of the wishlist alone, however many items it has", () => {
    const lists = new Renamed(ITEMS);
    const before = lists.items(0).map(({ item }) => item);
    lists.rename("new");
    assert.deepEqual(
      lists.partition.changes.map(({ stateKey: { kind } }) => kind),
      ["record", "meta"],
    );
    const loaded = lists.partition.loaded.map(({ kind }) => kind);
    assert.deepEqual(loaded.sort(), ["claim", "meta", "record"]);
    assert.deepEqual(
      lists.items(0).map(({ item }) => item),
      before.map((item) => ({ ...item, wishlistRef: "new" })),
    );
    lists.rename(null);
    assert.deepEqual(lists.refs(), [undefined]);
    lists.rename("old");
    assert.deepEqual(
      lists.items(0).map(({ item }) => item),
      before,
    );
  });

  it("is in the answer and in the record of an item that is changed or added again later", () => {
    const lists = new Renamed(2);
    for (const ref of ["new", null, "newer"]) {
      lists.rename(ref);
      const changed = lists.accept({
        type: "UpdateItem",
        storeKey,
        wishlistId: lists.listId,
        number: 1,
        changes: { note: ref },
      }) as ItemRecord;
      assert.equal(changed.wishlistRef ?? null, ref);
      assert.equal(lists.put(0, 1).wishlistRef ?? null, ref, "an existing wish");
      assert.equal(lists.put(0, 1, { note: `${ref}` }).wishlistRef ?? null, ref, "a changed wish");
      assert.equal(lists.put(0, 2).wishlistRef ?? null, ref);
      for (const { value } of lists.partition.all("item", lists.listId).slice(0, 2))
        assert.equal(value.wishlistRef ?? null, ref);
      assert.deepEqual(lists.refs(), [ref ?? undefined]);
    }
  });

  it("is that of an item which the wishlist gets from another one, and of one with which it is joined", () => {
    const lists = new Renamed(1);
    lists.rename("other", 1);
    lists.put(1, 0);
    lists.put(1, 1);
    lists.rename("new");
    lists.rename("another", 1);
    assert.ok(lists.move(1, 0, [1, 2]).ok);
    assert.deepEqual(lists.refs(), ["new"]);
    assert.equal(lists.items(0).length, 2);
    assert.ok(lists.move(0, 1, [1], { isCopy: true }).ok);
    assert.deepEqual(lists.refs(1), ["another"]);
  });

  it("stays with an item that is removed, and later references do not change it", () => {
    const lists = new Renamed(1);
    lists.rename("new");
    lists.accept({ type: "RemoveItem", storeKey, wishlistId: lists.listId, number: 1 });
    lists.rename("newer");
    assert.deepEqual(
      lists.partition.all("removed", lists.listId).map(({ value }) => value.wishlistRef),
      ["new"],
    );
    assert.deepEqual(lists.partition.items(lists.listId), []);
  });

  it("is that of an item which a cancelled order restores, although it was removed under a former one", () => {
    const lists = new Renamed(1);
    const order = (revision: number, isUndone: boolean) => {
      const product = { productRef: "p", selectedVariantRef: "v0" };
      const line = { lineRef: "1", isUndone, units: 1, candidates: [{ rule: "variant", product } as const] };
      const named = { orderKey: "o", orderRef: "o", person: "customerRef" } as const;
      const boughtTime = new Date(lists.partition.now + 1000).toISOString();
      const settings = { removePurchased: true };
      lists.accept({
        type: "MatchOrder",
        ...customerSlot,
        ...named,
        revision,
        boughtTime,
        lines: [line],
        ...settings,
      });
    };
    order(1, false);
    assert.deepEqual(lists.items(0), []);
    lists.rename("new");
    order(2, true);
    assert.deepEqual(lists.refs(), ["new"]);
  });

  it("marks a wishlist only if it may have items with a former one", () => {
    const lists = new Renamed(0);
    const meta = () => lists.partition.value(metaStateKey(lists.listId)) as WishlistMeta;
    lists.rename("new");
    assert.ok(!("hasFormerRefs" in meta()));
    lists.put(0, 1);
    lists.rename("new");
    assert.ok(!("hasFormerRefs" in meta()), "the same reference");
    lists.rename("newer");
    assert.equal(meta().hasFormerRefs, true);
    lists.put(0, 2);
    assert.equal(meta().hasFormerRefs, true);
  });

  it("does not refuse an item of the largest size, which then may change but not grow", () => {
    const lists = new Renamed(0);
    const note = (length: number) => ({
      attributeGroups: { g: { attributes: { a: "x".repeat(length) } } },
    });
    let largest = 31_000;
    const wishlistId = lists.listId;
    const update = (changes: object) =>
      lists.partition.run({ type: "UpdateItem", storeKey, wishlistId, number: 1, changes });
    lists.put(0, 0, note(largest));
    while (update(note(largest + 1)).ok) largest++;
    lists.rename("n".repeat(255));
    assert.deepEqual(lists.refs(), ["n".repeat(255)]);
    assert.ok(update({ prerelease: false }).ok);
    assert.ok(update(note(largest - 100)).ok);
    assert.ok(update(note(largest)).ok);
    assert.ok(!update(note(largest + 1)).ok);
  });

  it("leads to no person after the deletion of the wishlist", () => {
    const lists = new Renamed(2);
    lists.accept({ type: "RemoveItem", storeKey, wishlistId: lists.listId, number: 1 });
    lists.rename("new");
    lists.accept({ type: "DeleteWishlist", storeKey, wishlistId: lists.listId });
    const kept = [...lists.partition.stateKeys.values()].filter(
      ({ stateKey: { id } }) => id === lists.listId,
    );
    assert.ok(kept.length > 2);
    assert.doesNotMatch(JSON.stringify(kept), /"(old|new)"/);
  });
});
