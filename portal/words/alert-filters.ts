/** A choice of the state of alerts or of their e-mails, with its filter of the API. */
type Choice = readonly [text: string, query: Readonly<Record<string, string>>];

/** The choices of the state of alerts, by their names in the address of the page. */
export const ALERT_STATES: Readonly<Record<string, Choice>> = {
  "": ["Any", {}],
  waiting: ["Waiting to be sent", { status: "pending" }],
  sent: ["Sent", { status: "sent" }],
  "mail-waiting": ["E-mail waiting", { emailStatus: "pending" }],
  "mail-sending": ["E-mail being sent, or tried again", { emailStatus: "sending" }],
  "mail-sent": ["E-mail sent", { emailStatus: "sent" }],
  "mail-failed": ["E-mail failed", { emailStatus: "failed" }],
  "mail-suppressed": ["E-mail not sent", { emailStatus: "suppressed" }],
};
