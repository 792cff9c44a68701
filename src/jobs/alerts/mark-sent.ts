import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { groupedBy } from "../../collections/grouped.ts";
import type { Layout } from "../../store/layout/layout.ts";
import { forAll } from "../queue/for-all.ts";

/** Alerts whose events were sent to the change feed and to the endpoints that subscribe to them. */
export interface MarkSentJob {
  storeKey: string;
  /** Key of each customer's slot, and the alert's name in the customer's ledger. */
  alerts: { partition: number; key: string; name: string }[];
}

interface MarkSentDeps {
  dispatcher: Pick<Dispatcher, "send">;
  layout: Layout;
}

/**
 * Marks alerts as sent. The outcome of each delivery is in the endpoint's log.
 * @throws the failures, when all other alerts are marked
 */
export async function markAlertsSent(
  { dispatcher, layout }: MarkSentDeps,
  { storeKey, alerts }: MarkSentJob,
): Promise<void> {
  const markSent = async (partition: number, group: MarkSentJob["alerts"]) => {
    const named = group.map(({ key, name }) => ({
      slot: layout.slotAt(storeKey, partition, key).slot,
      name,
    }));
    const reply = await dispatcher.send({ partition }, { type: "SettleAlerts", storeKey, alerts: named });
    if (reply.ok) return;
    if (group.length === 1) throw new Error(`an alert cannot be marked as sent: ${reply.detail}`);
    // An alert that cannot be decoded must not delay the others.
    await forAll(group, (alert) => markSent(partition, [alert]), { concurrency: group.length });
  };
  const groups = groupedBy(alerts, ({ partition }) => partition);
  await forAll(groups, ([partition, group]) => markSent(partition, group), { concurrency: groups.size });
}
