/** Stored alerts: one row for each customer, variant, type and cycle, also if the occasion is repeated. */

export const ALERT_TYPES = ["back_in_stock", "register_interest", "price_drop", "low_stock"] as const;

export type AlertType = (typeof ALERT_TYPES)[number];

/** Data of the product and the variant at the time of the alert. */
export interface AlertSubject {
  title: string;
  url?: string;
  /** Name of the product in addresses of the shop. */
  handle?: string;
  imageUrl?: string;
  variantTitle?: string;
  price?: string;
  currency?: string;
  /** Units in stock; null if they are not counted. */
  available?: number | null;
  productId: string;
}

/** A wish that an alert is about. */
interface AlertItem {
  itemId: string;
  wishlistId: string;
  wishlistRef?: string;
  wishlistItemRef?: string;
  /** For a price drop: the price of the variant when the wish was made, in the alert's currency. */
  previousPrice?: string;
}

export const ALERT_STATUSES = ["pending", "sent", "suppressed", "failed"] as const;

/** `sending` means that the mail server has it, or that it is tried again. */
export const MAIL_STATUSES = ["pending", "sending", "sent", "suppressed", "failed"] as const;

/**
 * Why an alert was not sent by e-mail. The codes are stored and a part of the API, so they must keep their meaning.
 */
export const MAIL_REASONS = [
  "no_address",
  "unsubscribed",
  "no_consent",
  "bought",
  "not_wished",
  "not_in_catalogue",
  "not_shown",
  "sold_out",
  "price_risen",
  "switched_off",
  "tenant_suspended",
  "mail_server",
  "given_up",
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** Outcome of an alert's e-mail. */
export interface AlertMail {
  status: (typeof MAIL_STATUSES)[number];
  /** Only if it was suppressed or has failed. */
  reason?: MailReason;
  /** With the reason `mail_server`: what the mail server has answered. */
  detail?: string;
  /** Time since which the status applies. */
  time: string;
  /** Message in which it was sent, together with other alerts of the customer. */
  messageId?: string;
}

export interface AlertRecord extends AlertSubject {
  id: string;
  type: AlertType;
  /** Whether the alert was sent to the change feed and to the webhooks. */
  status: (typeof ALERT_STATUSES)[number];
  customerId: string;
  customerRef: string;
  productRef: string;
  variantRef: string;
  /** The current variant: a variant that was deleted and created again has another id. */
  variantId: string;
  itemIds: string[];
  /** The same wishes in their state at that time; absent in records of earlier versions. */
  items?: AlertItem[];
  /** Number of the occasion: the rise, fall or drop of the variant. */
  cycle: number;
  /** For a price drop: the price of the variant when the first wish was made, in `currency`. */
  previousPrice?: string;
  /** Only for the first price drop of a variant in a currency: the lowest price in any alert to the customer since. */
  lowestTold?: { amount: string; time: string };
  createdTime: string;
  sentTime?: string;
  /** Absent if alerts were not sent by e-mail. */
  email?: AlertMail;
}
