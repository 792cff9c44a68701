import type { RetriedMail } from "../../actors/alert/messages.ts";
import { defined } from "../../collections/defined.ts";
import type { AlertMail, AlertRecord, MailReason } from "../../store/records/alerts.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { upgradeMail } from "../../store/records/stored-alerts.ts";

/** The reason in words for each code. */
const SENTENCES: Readonly<Record<MailReason, string>> = {
  no_address: "no e-mail address",
  unsubscribed: "unsubscribed",
  no_consent: "no consent to marketing",
  bought: "bought",
  not_wished: "no longer wished for",
  not_in_catalogue: "not in the catalogue any more",
  not_shown: "not shown any more",
  sold_out: "sold out",
  price_risen: "the price has risen",
  switched_off: "switched off",
  tenant_suspended: "the tenant is suspended",
  mail_server: "the mail server did not accept it",
  given_up: "the service has failed too often to send it",
};

/** Presents why an alert was not sent by e-mail, as a sentence and as a code; empty if there is no reason. */
export const presentMailReason = ({
  reason,
  detail,
}: Pick<AlertMail, "reason" | "detail">): { reason?: string; reasonCode?: MailReason } =>
  reason === undefined ? {} : { reason: detail ?? SENTENCES[reason], reasonCode: reason };

/** Presents the state of an alert's e-mail. */
function presentMail({ status, reason, detail, time, messageId }: AlertMail): object {
  return { status, ...presentMailReason(defined({ reason, detail })), time, ...defined({ messageId }) };
}

/** Presents an alert with the state of its e-mail. */
export const presentAlert = ({ email, ...alert }: AlertRecord): object => ({
  ...alert,
  ...(email && { email: presentMail(email) }),
});

/** Reads the reply to a repeated e-mail. A stored answer may be of an earlier version. */
const decodeRetried = decoderOf<RetriedMail>("reply", {
  needs: "id",
  upgrade: ({ id, email }) => ({ id, ...(email && { email: upgradeMail(email) }) }),
});

/** Presents the JSON of a reply about an e-mail that is sent again. */
export function presentRetriedMail(json: string): string {
  const { id, email } = decodeRetried(json);
  return JSON.stringify({ id, ...(email && { email: presentMail(email) }) });
}
