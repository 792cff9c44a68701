import { counterChangesOf, countedWish, countersOfWish } from "../../src/actors/report/counter-changes.ts";
import type { ItemRecord, RemovedItemRecord } from "../../src/store/records/records.ts";
import type { CounterChange } from "../../src/store/reports/counter-fields.ts";
import type { MemoryPartition } from "./memory-partition.ts";

/** The counters that are not zero, by what they count. */
function tally(changes: readonly CounterChange[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { add, ...what } of changes) {
    const name = JSON.stringify(Object.entries(what).sort(([a], [b]) => (a < b ? -1 : 1)));
    sums.set(name, (sums.get(name) ?? 0n) + add);
  }
  const kept = [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([name, sum]) => [name, sum.toString()]));
}

const OF_ITEMS = new Set<CounterChange["what"]>(["made", "removed", "standing"]);

/** What the events of partitions have counted of wishes. */
export const countedByEvents = (...partitions: MemoryPartition[]) =>
  tally(
    partitions
      .flatMap(({ events }) => events.flatMap(counterChangesOf))
      .filter(({ what }) => OF_ITEMS.has(what)),
  );

/** What the records of partitions count as, of wishes on lists that are not deleted. */
export const countedByRecords = (...partitions: MemoryPartition[]) =>
  tally(
    partitions
      .flatMap(({ stateKeys }) => [...stateKeys.values()])
      .filter(({ stateKey: { kind }, value }) => (kind === "item" || kind === "removed") && value !== null)
      .flatMap(({ value }) => countersOfWish(countedWish(value as ItemRecord | RemovedItemRecord))),
  );
