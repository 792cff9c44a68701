import type { Handler } from "../handler.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import type { Unsubscribe } from "./messages.ts";

/** Stops e-mail about alerts to a customer. A customer who has unsubscribed, or is deleted, is left unchanged. */
export const unsubscribe: Handler<Unsubscribe> = ({ slot, storeKey, key }, draft, { time, version }) => {
  const record = draft.get(customerStateKey(slot))?.record;
  if (!record || record.alerts_unsubscribed_at !== undefined) return { ok: true };
  const after = { ...record, alerts_unsubscribed_at: time, updated_at: time };
  draft.put(customerStateKey(slot), { record: after, version, former: null });
  draft.emit({ type: "customer.updated", storeKey, time, customerKey: key });
  return { ok: true };
};
