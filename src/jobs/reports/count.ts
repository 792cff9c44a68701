import { counterChangesOf } from "../../actors/report/counter-changes.ts";
import type { ReportCounters } from "../../store/reports/counters.ts";
import { byStore } from "../relay/projections.ts";
import type { RelayedEvent } from "../relay/target.ts";

/** Counts events for the reports of their stores: each once, even if it is relayed several times. */
export async function countEvents(counters: ReportCounters, events: readonly RelayedEvent[]): Promise<void> {
  const stores = [...byStore(events)];
  await Promise.all(
    stores.map(([storeKey, entries]) =>
      counters.count(
        storeKey,
        entries.map(({ partition, id, event }) => ({ partition, id, changes: counterChangesOf(event) })),
      ),
    ),
  );
}
