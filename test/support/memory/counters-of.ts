import { countedWish, counterChangesOf, countersOfWish } from "../../../src/actors/report/counter-changes.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { recordStateKey } from "../../../src/actors/wishlist/state/wishlist.ts";
import type { WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import { isHidden } from "../../../src/store/records/wishlist-meta.ts";
import type { CounterChange } from "../../../src/store/reports/counter-fields.ts";
import type { MemoryPartition } from "./partition.ts";

/** Returns the sums of counter changes that are not 0, by their names. */
export function tally(changes: readonly CounterChange[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { add, ...what } of changes) {
    const name = JSON.stringify(Object.entries(what).sort(([a], [b]) => (a < b ? -1 : 1)));
    sums.set(name, (sums.get(name) ?? 0n) + add);
  }
  const kept = [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([name, sum]) => [name, sum.toString()]));
}

const OF_ITEMS = new Set<CounterChange["what"]>(["made", "removed", "closed"]);

/** Returns the counters of wishes according to the events of partitions. */
export const countedByEvents = (...partitions: MemoryPartition[]) =>
  tally(
    partitions
      .flatMap(({ events }) => events.flatMap(counterChangesOf))
      .filter(({ what }) => OF_ITEMS.has(what)),
  );

/**
 * Returns the counters of a list according to its records. Wishes of a hidden list do not count; wishes of a deleted
 * list count as removed.
 */
function countedOfList(partition: MemoryPartition, wishlistId: string): CounterChange[] {
  const [meta, record] = [
    partition.value(metaStateKey(wishlistId)),
    partition.value(recordStateKey(wishlistId)),
  ];
  const { deleted, modifiedTime } = record as WishlistRecord;
  const items = isHidden(meta as WishlistMeta) ? [] : partition.all("item", wishlistId);
  const left = deleted ? { leftTime: modifiedTime } : {};
  return [
    ...items.flatMap(({ value }) => countersOfWish({ ...countedWish(value), ...left })),
    ...partition.all("removed", wishlistId).flatMap(({ value }) => countersOfWish(countedWish(value))),
  ];
}

/** Returns the counters of wishes according to the records of partitions. */
export const countedByRecords = (...partitions: MemoryPartition[]) =>
  tally(
    partitions.flatMap((partition) =>
      [...partition.stateKeys.values()]
        .filter(({ stateKey: { kind } }) => kind === "record")
        .flatMap(({ stateKey: { id } }) => countedOfList(partition, id)),
    ),
  );

/** Returns the number of wishes that the records of partitions count. */
export const wishesCounted = (...partitions: MemoryPartition[]): number =>
  Object.entries(countedByRecords(...partitions))
    .filter(([what]) => what.includes('"variant"') && what.includes('"made"'))
    .reduce((sum, [, count]) => sum + Number(count), 0);
