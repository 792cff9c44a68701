import assert from "node:assert/strict";
import { it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { MAX_ERASED } from "../../../src/actors/wishlist/list/erase-items.ts";
import { SOME_ITEMS } from "../../../src/store/partition/state/state-keys.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { customerSlot } from "../../support/data/customer-slot.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const { storeKey } = customerSlot;
const ITEMS = 600;
const SECRET = "for my wedding";

/** A partition with a customer. */
function setUp() {
  const partition = new MemoryPartition();
  const run = (command: Command) => {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision;
  };
  run({ type: "CreateCustomer", ...customerSlot, ref: "ann", fields: {} });
  /** Creates a wishlist, and returns its id. */
  const listOf = (items: number, fieldsOf: (i: number) => object = () => ({})) => {
    const created = run({ type: "CreateWishlist", ...customerSlot, fields: { name: "list" } });
    const { id: wishlistId } = created.body as WishlistRecord;
    for (let i = 0; i < items; i++) {
      const item = { product: { productRef: "p", selectedVariantRef: `${i}` }, ...fieldsOf(i) };
      run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
    }
    return wishlistId;
  };
  /** Number of items of a wishlist that have the note. */
  const notesIn = (wishlistId: string) =>
    (["item", "removed"] as const)
      .flatMap((kind) => partition.all(kind, wishlistId))
      .filter(({ value: { note } }) => note === SECRET).length;
  return { partition, run, listOf, notesIn };
}

it("the deletion of a large wishlist reports its wishes in several events", () => {
  const { partition, run, listOf } = setUp();
  const wishlistId = listOf(ITEMS);
  run({ type: "DeleteWishlist", storeKey, wishlistId });
  const sizes = partition.events.flatMap(({ counted }) =>
    counted && "gone" in counted ? counted.gone.length : [],
  );
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    ITEMS,
  );
  assert.ok(Math.max(...sizes) <= 250, sizes.join());
  assert.deepEqual(countedByEvents(partition), countedByRecords(partition));
});

it("the deletion of a large wishlist with notes and references erases some of them with each command", () => {
  const { partition, run, listOf, notesIn } = setUp();
  const count = 2 * MAX_ERASED + 200;
  const fieldsOf = (i: number) => ({ note: SECRET, wishlistItemRef: `ref-${i}` });
  const wishlistId = listOf(count, fieldsOf);
  const removed = partition.all("item", wishlistId).slice(0, 100);
  for (const { field } of removed) run({ type: "RemoveItem", storeKey, wishlistId, number: Number(field) });
  const left = [notesIn(wishlistId)];
  while (run({ type: "DeleteWishlist", storeKey, wishlistId }).remaining) {
    assert.equal(
      partition.all("item", wishlistId).length,
      count - removed.length,
      "it is complete till the end",
    );
    assert.equal(partition.all("meta", wishlistId)[0]?.value.deleted, false);
    const refs = partition.all("itemIndex", wishlistId).filter(({ field }) => String(field).includes("ref-"));
    assert.equal(refs.length, partition.shared.size, "no reference leads to an item that has lost it");
    left.push(notesIn(wishlistId));
  }
  assert.deepEqual(left, [count, count - MAX_ERASED, count - 2 * MAX_ERASED]);
  assert.equal(notesIn(wishlistId), 0);
  assert.equal(partition.shared.size, 0);
  assert.equal(partition.all("meta", wishlistId)[0]?.value.deleted, true);
  assert.deepEqual(countedByEvents(partition), countedByRecords(partition));
});

it("the deletion of a wishlist with large items loads and erases a limited number of bytes with each command", () => {
  const { partition, run, listOf, notesIn } = setUp();
  const bytes = 30_000;
  const attributeGroups = { g: { attributes: { a: "x".repeat(bytes) } } };
  const count = Math.floor((2.5 * SOME_ITEMS.characters) / bytes);
  const wishlistId = listOf(count, () => ({ note: SECRET, attributeGroups }));
  for (let number = 1; number <= count / 2; number++)
    run({ type: "RemoveItem", storeKey, wishlistId, number });
  const left = [notesIn(wishlistId)];
  while (run({ type: "DeleteWishlist", storeKey, wishlistId }).remaining) {
    assert.ok(!partition.loaded.some(({ kind }) => kind === "items" || kind === "removedItems"));
    left.push(notesIn(wishlistId));
  }
  const erased = left.slice(1).map((rest, i) => (left[i] ?? 0) - rest);
  assert.equal(erased.length, 2, "a step for the items, and one for the removed ones");
  for (const each of erased)
    assert.ok(each > 0 && each <= SOME_ITEMS.characters / bytes + 1, `${each} items`);
  assert.equal(notesIn(wishlistId), 0);
  assert.equal(partition.all("meta", wishlistId)[0]?.value.deleted, true);
});

it("a conditional deletion in steps ends at a write in between, and names the version that each step leaves", () => {
  const { partition, run, listOf } = setUp();
  const wishlistId = listOf(MAX_ERASED + 1, () => ({ note: SECRET }));
  const versionNow = () => partition.all("meta", wishlistId)[0]?.value.version ?? "";
  const remove = (version: string) =>
    partition.run({ type: "DeleteWishlist", storeKey, wishlistId, ifMatch: [version] });
  const before = versionNow();
  const step = remove(before);
  assert.ok(step.ok && step.remaining);
  assert.equal(step.version, versionNow());
  assert.notEqual(step.version, before);
  const item = { product: { productRef: "p", selectedVariantRef: "new" } };
  run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
  const refused = remove(step.version);
  assert.ok(!refused.ok && refused.code === "PreconditionFailed");
  assert.deepEqual(remove(versionNow()), { ok: true });
});

it("the deletion of all wishlists of a customer deletes large ones one after the other", () => {
  const { partition, run, listOf } = setUp();
  const ids = [listOf(1), listOf(3000), listOf(3000), listOf(1)];
  const listed = () => partition.all("listed", customerSlot.slot).length;
  const left = [listed()];
  const command = { type: "DeleteWishlists", ...customerSlot, customerRef: "ann" } as const;
  while (run(command).remaining) left.push(listed());
  assert.deepEqual([...left, listed()], [ids.length, 2, 0]);
});
