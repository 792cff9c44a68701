import type { Dispatcher } from "../../actors/dispatcher.ts";
import type { Layout } from "../../store/layout.ts";

/** An alert whose event has gone out: to the change feed, and to the endpoints that want it. */
export interface SettleJob {
  scope: string;
  partition: number;
  /** Key of the customer's place. */
  key: string;
  /** Name of the alert in the customer's ledger. */
  name: string;
}

/** Notes that an alert is sent. What then becomes of each delivery is in the endpoint's log. */
export async function settleAlert(
  { dispatcher, layout }: { dispatcher: Dispatcher; layout: Layout },
  { scope, partition, key, name }: SettleJob,
): Promise<void> {
  const { slot } = layout.slotAt(scope, partition, key);
  await dispatcher.ask({ partition }, { type: "SettleAlert", scope, slot, key, name, status: "sent" });
}
