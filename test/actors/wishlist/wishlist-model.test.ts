import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";
import { Model, type ModelItem, type Step, type Wish } from "../../support/models/wishlist.ts";

const storeKey = "t/s";
const slot = `${storeKey}:key`;

const refs = fc.option(fc.constantFrom("r1", "r2", "r3"), { freq: 2 });
const variant = fc.integer({ min: 1, max: 4 });
const wish: fc.Arbitrary<Wish> = fc.record({ variant, ref: refs, notifyMe: fc.option(fc.boolean()) });
const list = fc.integer({ min: 0, max: 3 });
const item = fc.integer({ min: 1, max: 6 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("create" as const), ref: refs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), list, ref: refs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), list }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteAll" as const) }) },
  {
    weight: 20,
    arbitrary: fc.record({ do: fc.constant("add" as const), list, wish, allowDuplicates: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("addMany" as const),
      list,
      wishes: fc.array(wish, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 15,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      list,
      item,
      to: variant,
      from: variant,
      ref: fc.option(refs, { nil: undefined }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("remove" as const), list, item }) },
);

const story = fc.array(step, { minLength: 10, maxLength: 100, size: "max" });

/** Outcomes that some sequence must reach. */
const REACHED = [
  "create ok",
  "create DuplicateReference",
  "rename ok",
  "rename DuplicateReference",
  "delete ok",
  "deleteAll ok",
  "deleteAll ResourceNotFound",
  "add ok",
  "add DuplicateReference",
  "add ResourceNotFound",
  "addMany ok",
  "addMany DuplicateReference",
  "change ok",
  "change VariantMismatch",
  "change DuplicateReference",
  "change ResourceNotFound",
  "remove ok",
  "remove ResourceNotFound",
];

const productOf = (n: number) => ({ productRef: "p", selectedVariantRef: `v${n}` });
const fieldsOf = (w: Wish) => ({
  product: productOf(w.variant),
  wishlistItemRef: w.ref,
  notifyMe: w.notifyMe,
});

/** The command of a step. */
function commandOf(step: Step, idOf: (list: number) => string): Command {
  if (step.do === "create") {
    return {
      type: "CreateWishlist",
      storeKey,
      slot,
      key: "key",
      fields: { name: "list", wishlistRef: step.ref },
    };
  }
  if (step.do === "deleteAll") return { type: "DeleteWishlists", storeKey, slot, key: "key" };
  const target = { storeKey, wishlistId: idOf(step.list) };
  switch (step.do) {
    case "rename":
      return { type: "UpdateWishlist", ...target, changes: { wishlistRef: step.ref } };
    case "delete":
      return { type: "DeleteWishlist", ...target };
    case "add":
      return { type: "AddItem", ...target, item: fieldsOf(step.wish), allowDuplicates: step.allowDuplicates };
    case "addMany": {
      const pointers = step.wishes.map((_, i) => `/itemRef/${i}`);
      return {
        type: "AddItems",
        ...target,
        items: step.wishes.map(fieldsOf),
        pointers,
        allowDuplicates: false,
      };
    }
    case "change": {
      const product = { selectedVariantRef: `v${step.to}`, oldVariantRef: `v${step.from}` };
      const ref = step.ref === undefined ? {} : { wishlistItemRef: step.ref };
      return { type: "UpdateItem", ...target, number: step.item, changes: { product, ...ref } };
    }
    case "remove":
      return { type: "RemoveItem", ...target, number: step.item };
  }
}

/** A list of the partition, in the form of the model. */
function stored(partition: MemoryPartition, id: string): ModelItem[] {
  return partition
    .all("item", id)
    .map(({ field, value }) => ({
      number: Number(field),
      variant: Number(value.product.selectedVariantRef?.slice(1)),
      ref: value.wishlistItemRef ?? null,
      notifyMe: value.notifyMe,
    }))
    .sort((a, b) => a.number - b.number);
}

/** Invariants of every list. */
function checkConsistency(partition: MemoryPartition, id: string): void {
  const meta = partition.value({ kind: "meta", id }) as WishlistMeta;
  const record = partition.value({ kind: "record", id }) as WishlistRecord;
  const items = stored(partition, id);
  assert.equal(meta.count, items.length);
  assert.equal(record.wishlistRef ?? null, meta.wishlistRef);
  for (const { item } of partition.items(id)) assert.equal(item.wishlistRef ?? null, meta.wishlistRef);
  const marked = partition.all("itemIndex", id);
  for (const { field, value } of marked) {
    for (const number of value) {
      const bearer = items.find((each) => each.number === number);
      assert.ok(bearer, `term ${field} of a missing item`);
      const expected = String(field).startsWith("f") ? `f${bearer.ref ?? ""}` : `w1:pv${bearer.variant}`;
      assert.equal(field, expected);
    }
  }
  const terms = items.reduce((count, each) => count + (each.ref === null ? 1 : 2), 0);
  assert.equal(
    marked.reduce((count, { value }) => count + value.length, 0),
    terms,
  );
}

describe("the wishlist actor", () => {
  it("decides any sequence of commands as the model does", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(story, (steps) => {
        const partition = new MemoryPartition();
        partition.run({ type: "CreateCustomer", storeKey, slot, key: "key", ref: "customer", fields: {} });
        const model = new Model();
        const idOf = (index: number) => model.lists[index]?.id ?? "w000000000000aaaaaa";
        for (const each of steps) {
          const decision = partition.run(commandOf(each, idOf));
          const { id } = (decision.ok && decision.body ? decision.body : {}) as { id?: string };
          const outcome = model.run(each, id);
          seen.add(`${each.do} ${outcome}`);
          assert.equal(decision.ok ? "ok" : decision.code, outcome, JSON.stringify(each));
        }
        for (const { id, deleted, items } of model.lists) {
          if (deleted) continue;
          assert.deepEqual(stored(partition, id), items);
          checkConsistency(partition, id);
        }
      }),
      { numRuns: 300 },
    );
    // Without these outcomes the property would prove nothing.
    for (const reached of REACHED) assert.ok(seen.has(reached), reached);
  });

  it("recognises a wish by the references of its variant, whatever its current ids are", () => {
    const partition = new MemoryPartition();
    partition.run({ type: "CreateCustomer", storeKey, slot, key: "key", ref: "customer", fields: {} });
    const created = partition.run(commandOf({ do: "create", ref: null }, () => ""));
    assert.ok(created.ok);
    const { id } = created.body as { id: string };
    const refs = { productRef: "shirt", selectedVariantRef: "S" };
    // A product that was deleted and created again has other ids.
    for (const ids of [
      { productId: "a", selectedVariantId: "a1" },
      { productId: "b", selectedVariantId: "b1" },
      { productId: "b" },
    ]) {
      const decision = partition.run({
        type: "AddItem",
        storeKey,
        wishlistId: id,
        item: { product: { ...refs, ...ids } },
        allowDuplicates: false,
      });
      assert.ok(decision.ok);
    }
    const wishes = partition.all("item", id).map(({ value }) => value.product);
    assert.deepEqual(wishes, [{ ...refs, productId: "b", selectedVariantId: "b1" }]);
  });

  it("stores nothing of a person in a deleted wishlist, and no claim", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const partition = new MemoryPartition();
        const fields = { email: "ann@example.com" };
        partition.run({ type: "CreateCustomer", storeKey, slot, key: "key", ref: "customer-4711", fields });
        const ids: string[] = [];
        for (const each of steps) {
          const decision = partition.run(commandOf(each, (index) => ids[index] ?? "w000000000000aaaaaa"));
          if (each.do === "create" && decision.ok) ids.push((decision.body as { id: string }).id);
        }
        while (partition.run({ type: "DeleteWishlists", storeKey, slot, key: "key" }).ok) continue;
        const kept = [...partition.stateKeys.values()].filter(({ stateKey }) => ids.includes(stateKey.id));
        const text = JSON.stringify(kept);
        for (const trace of ["customer-4711", "ann@", '"r1"', '"r2"', '"r3"', '"name"', slot]) {
          assert.ok(!text.includes(trace), trace);
        }
        assert.deepEqual([...partition.claims.keys()], ["email t/s ann@example.com"]);
        assert.ok(!JSON.stringify(partition.events).includes("customer-4711"));
      }),
      { numRuns: 200 },
    );
  });
});
