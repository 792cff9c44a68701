import { timeOf } from "../../store/ids/ids.ts";
import type { SnapshotEntry } from "../../store/records/snapshot.ts";
import type { CounterChange } from "../../store/reports/counter-fields.ts";
import { countedWish, countersOfSale, countersOfWish, dayAndQuarterOf } from "./counter-changes.ts";

/** Returns the counts of a record for its store's counters: as much as all events that led to the record have added. */
export function countersOfRecord(stored: SnapshotEntry): CounterChange[] {
  switch (stored.kind) {
    case "purchase":
      return Object.values(stored.purchase.lines).flatMap(({ sale }) => (sale ? countersOfSale(sale) : []));
    case "alert":
      return [{ what: `alert.${stored.alert.type}`, ...dayAndQuarterOf(stored.alert.createdTime), add: 1n }];
    case "wishlist": {
      const { record, isHidden, removed } = stored;
      // Hidden items may already be on the customer's wishlist, and are counted there.
      const items = isHidden ? [] : stored.items;
      const { id, modifiedTime, deleted } = record;
      // A wishlist made from a guest's keeps the creation time of the guest's. Its id has the time of the claim, which
      // reports count.
      const createdTime = new Date(timeOf(id)).toISOString();
      // The wishes of a deleted list were removed with it.
      const left = deleted ? { leftTime: modifiedTime } : {};
      return [
        { what: "wishlists.created", ...dayAndQuarterOf(createdTime), add: 1n },
        ...(deleted
          ? [{ what: "wishlists.deleted" as const, ...dayAndQuarterOf(modifiedTime), add: 1n }]
          : []),
        ...items.flatMap((item) => countersOfWish({ ...countedWish(item), ...left })),
        ...removed.flatMap((item) => countersOfWish(countedWish(item))),
      ];
    }
  }
}
