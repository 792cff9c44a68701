import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { counterChangesOf } from "../../../src/actors/report/counter-changes.ts";
import { countersOfRecord } from "../../../src/actors/report/record-counters.ts";
import type { SnapshotEntry } from "../../../src/store/records/snapshot.ts";
import { isHidden } from "../../../src/store/records/wishlist-meta.ts";
import {
  addChanges,
  BEFORE_ALL_DAYS,
  type CounterChange,
  type Counters,
} from "../../../src/store/reports/counter-fields.ts";
import { Known, type Make } from "../../support/document/known.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";
import { anyCommandOf } from "../../support/models/any-command.ts";
import { firstCustomer as FIRST } from "../../support/models/any-values.ts";
import { given } from "../../support/service.ts";

/** Kinds of counters that random commands reach. They rarely have different prices of products and wishes. */
const KINDS: CounterChange["what"][] = [
  ...(["made", "removed", "closed", "bought", "units", "revenue", "seconds"] as const),
  ...(["wishlists.created", "wishlists.deleted"] as const),
  ...(["alert.back_in_stock", "alert.register_interest", "alert.low_stock"] as const),
];

/** All records of a store in a partition. */
const recordsIn = (partition: MemoryPartition): SnapshotEntry[] => [
  ...partition.everyOf("record").map(({ id, value: record }) => ({
    kind: "wishlist" as const,
    record: given(record),
    isHidden: isHidden(given(partition.all("meta", id)[0]?.value)),
    items: partition.all("item", id).map(({ value }) => value),
    removed: partition.all("removed", id).map(({ value }) => value),
  })),
  ...partition.everyOf("purchase").map(({ value: purchase }) => ({ kind: "purchase" as const, purchase })),
  ...partition.everyOf("alert").map(({ value: alert }) => ({ kind: "alert" as const, alert })),
];

/** The counters that result from changes. */
function sumOf(changes: readonly CounterChange[]): Counters {
  const counters: Counters = new Map();
  addChanges(counters, changes, { quarters: BEFORE_ALL_DAYS, closed: BEFORE_ALL_DAYS });
  for (const [name, fields] of counters) if (fields.size === 0) counters.delete(name);
  return counters;
}

/** A customer with a wish for each variant, for orders and alerts. */
const OPENING: Make[] = [
  () => ({ type: "CreateCustomer", ...FIRST, ref: FIRST.key, fields: {} }),
  () => ({ type: "CreateWishlist", ...FIRST, fields: { name: "list" } }),
  ...["a", "b"].map((selectedVariantRef): Make => (known) => ({
    type: "AddItem",
    storeKey: FIRST.storeKey,
    wishlistId: known.wishlist(0),
    item: { product: { productRef: "p", selectedVariantRef }, notifyMe: true, prerelease: true },
    allowDuplicates: false,
  })),
];

/** Commands that change counters of reports. */
const counted = anyCommandOf({
  ...{ CreateCustomer: 2, UpdateWishlist: 1, CreateWishlist: 4, DeleteWishlist: 1, DeleteWishlists: 1 },
  ...{ AddItem: 6, AddItems: 3, UpdateItem: 4, RemoveItem: 3, MoveItems: 3, DeleteCustomer: 1 },
  ...{ BeginHandover: 3, AcceptHandover: 2, EndHandover: 3, LapseGuest: 1 },
  ...{ MatchOrder: 25, ForgetPurchases: 1, RaiseAlerts: 15 },
});
const story = fc.array(counted, { minLength: 10, maxLength: 60, size: "max" });

describe("the counters of reports", () => {
  it("equal those of all records, after any commands", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(story, (makes) => {
        const partition = new MemoryPartition();
        const known = new Known();
        for (const make of [...OPENING, ...makes]) {
          const command = make(known);
          known.note(command, partition.run(command));
        }
        const changes = partition.events.flatMap(counterChangesOf);
        for (const { what } of changes) seen.add(what);
        assert.deepEqual(sumOf(changes), sumOf(recordsIn(partition).flatMap(countersOfRecord)));
      }),
      { numRuns: 300 },
    );
    // Without changed counters the property would prove nothing.
    for (const kind of KINDS) assert.ok(seen.has(kind), `nothing of ${kind} was counted`);
  });
});
