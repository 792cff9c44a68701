import { inWords } from "./code-words.ts";

/** Kinds of alerts by their names in the API. */
export const ALERT_KINDS: Readonly<Record<string, string>> = {
  back_in_stock: "Back in stock",
  register_interest: "Release",
  price_drop: "Price drop",
  low_stock: "Low stock",
};

/** The kind of an alert, as the portal calls it everywhere. */
export const alertKind = (type: string): string => ALERT_KINDS[type] ?? type;

/** Kinds of stored records of a person. */
const RECORDS: Readonly<Record<string, string>> = {
  references: "Your names for them",
  items: "Wishes",
  shares: "Links to wishlists",
  claims: "Wishlists from visits as a guest",
  purchases: "Wishes bought",
  deliveries: "Deliveries to webhooks",
  deadLetters: "Changes that failed",
};
/** A kind of stored records, as the portal calls it. */
export const recordsInWords = (kind: string): string => RECORDS[kind] ?? inWords(kind);

/** What asked for an export or an erasure. */
const PRIVACY_SOURCES: Readonly<Record<string, string>> = { api: "Portal or API", shopify: "Shopify" };
/** Where a request under data protection law came from. */
export const privacySource = (source: string): string => PRIVACY_SOURCES[source] ?? inWords(source);

/** What starts a run of an export. */
const TRIGGERS: Readonly<Record<string, string>> = { request: "By hand or API", redrive: "Rejected, again" };
/** What has started a run, as the portal calls it. */
export const triggerInWords = (trigger: string): string => TRIGGERS[trigger] ?? inWords(trigger);

/** Actions of the audit log whose names are those of programmers. */
const ACTIONS: Readonly<Record<string, string>> = {
  redriveExportRun: "Send rejected records again",
  replayWebhooks: "Send events again",
  retryAlertMail: "Send an e-mail again",
  retryAlertMails: "Send e-mails again",
  rotateClientSecret: "New secret of a client",
  rotateWebhookSecret: "New secret of a webhook",
  updateSettings: "Change settings",
};
/** What somebody has done, as the portal calls it. */
export const actionInWords = (action: string): string => ACTIONS[action] ?? inWords(action);
