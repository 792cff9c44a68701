import { inWords } from "../api/code-words.ts";
import type { Alert } from "../api/types.ts";

/** Kinds of alerts by their names in the API. */
export const ALERT_KINDS: Readonly<Record<Alert["type"], string>> = {
  back_in_stock: "Back in stock",
  register_interest: "Release",
  price_drop: "Price drop",
  low_stock: "Low stock",
};

/** Returns the portal's name for a kind of alerts. */
export const alertKind = (type: Alert["type"]): string => ALERT_KINDS[type];

/** Kinds of stored records of a person. */
const RECORDS: Readonly<Record<string, string>> = {
  references: "References",
  items: "Wishes",
  shares: "Links to wishlists",
  claims: "Wishlists from visits as a guest",
  purchases: "Purchased wishes",
  deliveries: "Deliveries to webhooks",
  deadLetters: "Changes that failed",
  rejections: "Rejected records of exports",
};
/** Returns the portal's name for a kind of stored records. */
export const recordsInWords = (kind: string): string => RECORDS[kind] ?? inWords(kind);

/** Sources of exports and erasures. */
const PRIVACY_SOURCES: Readonly<Record<string, string>> = { api: "Portal or API", shopify: "Shopify" };
/** Returns the portal's name for the source of a privacy request. */
export const privacySource = (source: string): string => PRIVACY_SOURCES[source] ?? inWords(source);

/** Triggers of export runs. */
const TRIGGERS: Readonly<Record<string, string>> = {
  request: "Portal or API",
  redrive: "Rejected records, sent again",
};
/** Returns the portal's name for the trigger of a run. */
export const triggerInWords = (trigger: string): string => TRIGGERS[trigger] ?? inWords(trigger);

/** Actions of the audit log whose names are not clear outside of the API. */
const ACTIONS: Readonly<Record<string, string>> = {
  redriveExportRun: "Send rejected records again",
  replayWebhooks: "Send events again",
  retryAlertMail: "Send an e-mail again",
  retryAlertMails: "Send e-mails again",
  rotateClientSecret: "New secret of a client",
  rotateWebhookSecret: "New secret of a webhook",
  updateSettings: "Change settings",
  // Commands of the operator's tool.
  "client create": "Create client",
  "client delete": "Delete client",
  "client disable": "Disable client",
  "client enable": "Enable client",
  "client rotate": "New secret of a client",
  "client set": "Change permissions of a client",
  "export reindex": "Rebuild the index of wishlists",
  "export run": "Run export",
  "owner create": "Add person",
  "owner delete": "Remove person",
  "owner reset-password": "New password of a person",
  "report recount": "Count reports again",
  "shopify cancel-redaction": "Cancel the erasure of a shop",
  "shopify repeat-redaction": "Carry out the cancelled erasure of a shop",
  "shopify remove": "Refuse webhooks of a shop",
  "shopify set": "Accept webhooks of a shop",
  "tenant create": "Create account",
  "tenant delete": "Delete account",
  "tenant resume": "Resume account",
  "tenant revoke-tokens": "Revoke all access tokens",
  "tenant rotate-key": "New key for access tokens",
  "tenant set": "Change limits of the account",
  "tenant suspend": "Suspend account",
};
/** Returns the portal's name for an action of the audit log. */
export const actionInWords = (action: string): string => ACTIONS[action] ?? inWords(action);
