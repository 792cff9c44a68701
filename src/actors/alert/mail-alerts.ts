import type { AlertMail, AlertType } from "../../store/alerts.ts";
import type { CustomerRecord } from "../../store/records.ts";
import { customerOf } from "../customer/slot.ts";
import type { Handler } from "../messages.ts";
import { alertCell } from "./alert-cell.ts";
import { whyNoMail } from "./mail-rules.ts";
import type { SettleMail, TakeMail, TakenMail } from "./messages.ts";

/** What an alert's e-mail begins with. */
export function newMail(customer: CustomerRecord, type: AlertType, time: string): AlertMail {
  const reason = whyNoMail(customer, type);
  return reason === undefined ? { status: "pending", time } : { status: "suppressed", reason, time };
}

/** Whether a message may tell of an alert: nobody has taken it, or the same message has, and has not sent it. */
const isOpen = ({ status, messageId: taker }: AlertMail, messageId: string) =>
  status === "pending" || (taker === messageId && (status === "sending" || status === "failed"));

/**
 * Decides what a message tells of. An alert is in one message only, and a message that is tried again tells of the
 * same alerts, so that a second copy is known by its id. The customer's consent is looked at each time.
 */
export const takeMail: Handler<TakeMail> = {
  reads: ({ slot, names }) => [customerOf(slot), ...names.map((name) => alertCell(slot, name))],

  decide({ slot, names, messageId }, draft, { time }) {
    const customer = draft.get(customerOf(slot))?.record;
    const taken: string[] = [];
    for (const name of customer ? names : []) {
      const alert = draft.get(alertCell(slot, name));
      if (!customer || !alert?.email || !isOpen(alert.email, messageId)) continue;
      const reason = whyNoMail(customer, alert.type);
      const email: AlertMail =
        reason === undefined
          ? { status: "sending", messageId, time }
          : { status: "suppressed", reason, time };
      draft.put(alertCell(slot, name), { ...alert, email });
      if (reason === undefined) taken.push(name);
    }
    return { ok: true, body: { taken } satisfies TakenMail };
  },
};

export const settleMail: Handler<SettleMail> = {
  reads: ({ slot, names }) => names.map((name) => alertCell(slot, name)),

  decide({ slot, names, messageId, status, reason }, draft, { time }) {
    for (const name of names) {
      const alert = draft.get(alertCell(slot, name));
      // Erased in the meantime, or sent already.
      if (alert?.email?.messageId !== messageId || alert.email.status === "sent") continue;
      const email: AlertMail = { status, ...(reason === undefined ? {} : { reason }), time, messageId };
      draft.put(alertCell(slot, name), { ...alert, email });
    }
    return { ok: true };
  },
};
