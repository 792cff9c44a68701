import assert from "node:assert/strict";
import { it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { countedByEvents, countedByRecords } from "../../support/memory/counters-of.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const place = { storeKey: "t/s", slot: "t/s:key", key: "key" };
const { storeKey } = place;
const ITEMS = 600;

it("the deletion of a large wishlist tells the reports of its wishes in several events", () => {
  const partition = new MemoryPartition();
  const run = (command: Command) => {
    const decision = partition.run(command);
    assert.ok(decision.ok, JSON.stringify(decision));
    return decision;
  };
  run({ type: "CreateCustomer", ...place, ref: "ann", fields: {} });
  const created = run({ type: "CreateWishlist", ...place, fields: { name: "list" } });
  const { id: wishlistId } = created.body as WishlistRecord;
  for (let i = 0; i < ITEMS; i++) {
    const item = { product: { productRef: "p", selectedVariantRef: `${i}` } };
    run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false });
  }
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
