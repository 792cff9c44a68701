import { defined } from "../../collections/defined.ts";
import type { AlertMail, AlertRecord, AlertType, MailReason } from "../../store/records/alerts.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import { mailReasonOf } from "../../store/records/stored-alerts.ts";
import type { Handler } from "../handler.ts";
import { customerStateKey } from "../state/customer-slot.ts";
import type { Draft } from "../state/draft.ts";
import { alertStateKey } from "../state/ledger.ts";
import { isSameVariant } from "../wishlist/state/item-index.ts";
import { itemStateKey, removedStateKey } from "../wishlist/state/item.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { whyNoMail } from "./mail-rules.ts";
import type { RetriedMail, RetryMail, SettleMail, TakeMail, TakenMail } from "./messages.ts";
import { addressesOf, wishAt } from "./wish-at.ts";

/** Returns the state of a new alert's e-mail. */
export function newMail(customer: CustomerRecord, type: AlertType, time: string): AlertMail {
  const reason = whyNoMail(customer, type);
  return reason === undefined ? { status: "pending", time } : { status: "suppressed", reason, time };
}

/** Whether a message may contain an alert: no message has taken it, or this message has taken it and was not sent. */
const isOpen = ({ status, messageId: taker }: AlertMail, messageId: string) =>
  status === "pending" || (taker === messageId && (status === "sending" || status === "failed"));

/** Returns why no wish for the alert's variant is left; undefined if there is one. */
function whyNotWished(draft: Draft, slot: string, alert: AlertRecord): MailReason | undefined {
  const variant = {
    productId: alert.productId,
    productRef: alert.productRef,
    selectedVariantId: alert.variantId,
    selectedVariantRef: alert.variantRef,
  };
  const wishes = alert.itemIds.flatMap((id) => wishAt(draft, slot, id) ?? []);
  const isWished = wishes.some(
    ({ product, purchased, disableNotification }) =>
      isSameVariant(product, variant) && !purchased && !disableNotification,
  );
  if (isWished) return undefined;
  const removed = addressesOf(alert.itemIds).map(({ wishlist, number }) =>
    draft.get(removedStateKey(wishlist, number)),
  );
  return [...wishes, ...removed].some((item) => item?.purchased) ? "bought" : "not_wished";
}

/**
 * Decides which alerts a message contains. Each alert is in one message only. A retried message contains the same
 * alerts, so a duplicate is recognised by its id. The customer's consent and wishes are checked each time: purchased
 * wishes are left out.
 */
export const takeMail: Handler<TakeMail, TakenMail> = (
  { slot, names, messageId, outdated = {} },
  draft,
  { time },
) => {
  const ledger = names.map((name) => alertStateKey(slot, name));
  draft.load([customerStateKey(slot), ...ledger]);
  const addresses = ledger.flatMap((stateKey) => addressesOf(draft.get(stateKey)?.itemIds ?? []));
  draft.load(
    addresses.flatMap(({ wishlist, number }) => [
      metaStateKey(wishlist),
      itemStateKey(wishlist, number),
      removedStateKey(wishlist, number),
    ]),
  );
  const customer = draft.get(customerStateKey(slot))?.record;
  const taken: string[] = [];
  for (const name of customer ? names : []) {
    const alert = draft.get(alertStateKey(slot, name));
    if (!customer || !alert?.email || !isOpen(alert.email, messageId)) continue;
    const late = outdated[name];
    const reason =
      whyNoMail(customer, alert.type) ??
      whyNotWished(draft, slot, alert) ??
      (late === undefined ? late : mailReasonOf(late).reason);
    const email: AlertMail =
      reason === undefined ? { status: "sending", messageId, time } : { status: "suppressed", reason, time };
    draft.put(alertStateKey(slot, name), { ...alert, email });
    if (reason === undefined) taken.push(name);
  }
  return { ok: true, body: { taken } };
};

/** Records whether a message was sent, for each of its alerts that no other message has taken since. */
export const settleMail: Handler<SettleMail> = (
  { slot, names, messageId, status, reason, detail },
  draft,
  { time },
) => {
  draft.load(names.map((name) => alertStateKey(slot, name)));
  const cause = reason === undefined ? {} : { ...mailReasonOf(reason), ...defined({ detail }) };
  for (const name of names) {
    const alert = draft.get(alertStateKey(slot, name));
    // Erased in the meantime, or sent already.
    if (alert?.email?.messageId !== messageId || alert.email.status === "sent") continue;
    const email: AlertMail = { status, ...cause, time, messageId };
    draft.put(alertStateKey(slot, name), { ...alert, email });
  }
  return { ok: true };
};

/**
 * Makes the e-mail of an alert pending again if it has failed. Any other e-mail stays as it is, so that a repeated
 * request sends nothing twice. The customer's consent is checked as for a new alert, and once more when the message is
 * sent.
 */
export const retryMail: Handler<RetryMail, RetriedMail> = (
  { storeKey, slot, key, name },
  draft,
  { time },
) => {
  draft.load([customerStateKey(slot), alertStateKey(slot, name)]);
  const customer = draft.get(customerStateKey(slot))?.record;
  const alert = draft.get(alertStateKey(slot, name));
  // Erased in the meantime.
  if (!customer || !alert) return { ok: true };
  const { id, email: before } = alert;
  if (before?.status !== "failed") return { ok: true, body: { id, ...defined({ email: before }) } };
  const email = newMail(customer, alert.type, time);
  draft.put(alertStateKey(slot, name), { ...alert, email });
  if (email.status === "pending")
    draft.emit({ type: "mail.retried", storeKey, time, customerKey: key, alertId: id, isMailed: true });
  return { ok: true, body: { id, email } };
};
