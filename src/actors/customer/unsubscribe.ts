import type { Handler } from "../handler.ts";
import type { Unsubscribe } from "./messages.ts";
import { customerOf } from "../customer-slot.ts";

/** Notes that a customer wants no e-mail of alerts. One who does already, or is deleted, needs nothing more. */
export const unsubscribe: Handler<Unsubscribe> = ({ slot, storeKey, key }, draft, { time, version }) => {
  const record = draft.get(customerOf(slot))?.record;
  if (!record || record.alerts_unsubscribed_at !== undefined) return { ok: true };
  const after = { ...record, alerts_unsubscribed_at: time, updated_at: time };
  draft.put(customerOf(slot), { record: after, version, former: null });
  draft.emit({ type: "customer.updated", storeKey, time, customerKey: key });
  return { ok: true };
};
