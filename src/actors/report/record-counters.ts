import { timeOf } from "../../store/ids.ts";
import type { SnapshotEntry } from "../../store/records/snapshot.ts";
import type { CounterChange } from "../../store/reports/counter-fields.ts";
import { countedWish, countersOfSale, countersOfWish, dateOf } from "./counter-changes.ts";

/** What a record adds to its store's counters: as much as all events that made it what it is. */
export function countersOfRecord(stored: SnapshotEntry): CounterChange[] {
  switch (stored.kind) {
    case "purchase":
      return Object.values(stored.purchase.lines).flatMap(({ sale }) => (sale ? countersOfSale(sale) : []));
    case "alert":
      return [{ what: `alert.${stored.alert.type}`, ...dateOf(stored.alert.createdTime), add: 1n }];
    case "wishlist": {
      const { record, isHidden, removed } = stored;
      // They may be on the customer's wishlist by now, and are counted there.
      const items = isHidden ? [] : stored.items;
      const { id, modifiedTime, deleted } = record;
      // What a customer got from a guest bears the time of the guest's list, but began with the claim.
      const createdTime = new Date(timeOf(id)).toISOString();
      // The wishes of a deleted list are gone.
      const left = deleted ? { leftTime: modifiedTime } : {};
      return [
        { what: "wishlists.created", ...dateOf(createdTime), add: 1n },
        ...(deleted ? [{ what: "wishlists.deleted" as const, ...dateOf(modifiedTime), add: 1n }] : []),
        ...items.flatMap((item) => countersOfWish({ ...countedWish(item), ...left })),
        ...removed.flatMap((item) => countersOfWish(countedWish(item))),
      ];
    }
  }
}
