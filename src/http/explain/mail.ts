import type { Verdict } from "../../actors/alert/judge.ts";
import { mailRules } from "../../actors/alert/mail-rules.ts";
import type { AlertRecord, AlertType, MailReason } from "../../store/records/alerts.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { AlertSettings } from "../../store/tenants/settings/settings.ts";
import { presentMailReason } from "../presenters/alerts.ts";

export interface Explanation {
  decision: string;
  rules: Verdict[];
}

/** Why an alert was also sent by e-mail, or why it was not. */
export interface MailExplanation extends Explanation {
  /** Why the e-mail was suppressed or has failed. */
  reason?: string;
  reasonCode?: MailReason;
}

/** Checks the rules that decide whether an alert is also sent by e-mail, against the current data. */
export function explainMail({
  customer,
  type,
  settings,
  hasMail,
  alert,
}: {
  customer: CustomerRecord;
  type: AlertType;
  settings: AlertSettings;
  /** Whether there is a mail server. */
  hasMail: boolean;
  /** The alert, if it was raised. */
  alert: AlertRecord | undefined;
}): MailExplanation {
  const rules: Verdict[] = [
    {
      rule: "mail server",
      outcome: hasMail ? "pass" : "block",
      detail: hasMail ? "There is a mail server." : "The operator has not set a mail server.",
    },
    {
      rule: "setting",
      outcome: settings.email ? "pass" : "block",
      detail: `The tenant's setting alerts.email is ${String(settings.email)}.`,
    },
    ...mailRules(customer, type).map(({ rule, isMet, detail }) => ({
      rule,
      outcome: isMet ? ("pass" as const) : ("block" as const),
      detail,
    })),
  ];
  if (alert?.email) return { decision: alert.email.status, ...presentMailReason(alert.email), rules };
  const blocking = rules.find(({ outcome }) => outcome === "block");
  // An alert without data about e-mail was raised while there was no mail server.
  return { decision: blocking ? `blocked by ${blocking.rule}` : alert ? "not sent" : "waiting", rules };
}
