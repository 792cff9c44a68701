import { type AlertMail, type AlertRecord, MAIL_REASONS, type MailReason } from "./alerts.ts";
import { decoderOf } from "./decode.ts";

/**
 * The sentences that earlier versions stored and sent instead of codes. They must not change, because alerts are kept
 * for years.
 */
const CODES: ReadonlyMap<string, MailReason> = new Map([
  ["no e-mail address", "no_address"],
  ["unsubscribed", "unsubscribed"],
  ["no consent to marketing", "no_consent"],
  ["bought", "bought"],
  ["no longer wished for", "not_wished"],
  ["not in the catalogue any more", "not_in_catalogue"],
  ["not shown any more", "not_shown"],
  ["sold out", "sold_out"],
  ["the price has risen", "price_risen"],
  ["switched off", "switched_off"],
  ["the tenant is suspended", "tenant_suspended"],
  ["the service has failed too often to send it", "given_up"],
  ["the processes that sent it have failed too often", "given_up"],
]);

const isCode = (text: string): text is MailReason => MAIL_REASONS.some((code) => code === text);

/**
 * Returns the reason that a record, a command or a job names. Those of an earlier version name it in a sentence; any
 * other sentence was the answer of a mail server.
 */
export function mailReasonOf(text: string): Required<Pick<AlertMail, "reason">> & Pick<AlertMail, "detail"> {
  if (isCode(text)) return { reason: text };
  const reason = CODES.get(text);
  return reason ? { reason } : { reason: "mail_server", detail: text };
}

/** Reads the outcome of an e-mail in a record or a reply that may be of an earlier version. */
export const upgradeMail = (mail: AlertMail): AlertMail =>
  mail.reason === undefined ? mail : { ...mail, ...mailReasonOf(mail.reason) };

/**
 * Reads a stored alert. The sentences of an earlier version become codes, and are stored as codes with the next change.
 * A migration is not needed, because nothing else reads the text of a record.
 */
export const decodeAlert = decoderOf<AlertRecord>("alert", {
  needs: "id",
  upgrade: (alert) => (alert.email ? { ...alert, email: upgradeMail(alert.email) } : alert),
});
