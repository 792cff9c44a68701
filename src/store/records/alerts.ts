import { decoderOf } from "./decode.ts";

/** What is stored of alerts: one row for each customer, variant, kind and cycle, whatever repeats. */

export const ALERT_TYPES = ["back_in_stock", "register_interest", "price_drop", "low_stock"] as const;

export type AlertType = (typeof ALERT_TYPES)[number];

/** Data of the product and the variant at the time of the alert. */
export interface AlertSubject {
  title: string;
  url?: string;
  /** What the product is called in addresses of the shop. */
  handle?: string;
  imageUrl?: string;
  variantTitle?: string;
  price?: string;
  currency?: string;
  /** Units in stock; null where they are not counted. */
  available?: number | null;
  productId: string;
}

/** A wish that an alert is about. */
interface AlertItem {
  itemId: string;
  wishlistId: string;
  wishlistRef?: string;
  wishlistItemRef?: string;
  /** With a price drop: what the variant cost when it was wished for, in the alert's currency. */
  previousPrice?: string;
}

export const ALERT_STATUSES = ["pending", "sent", "suppressed", "failed"] as const;

/** `sending` is with the mail server, or is tried again. */
export const MAIL_STATUSES = ["pending", "sending", "sent", "suppressed", "failed"] as const;

/** Outcome of an alert's e-mail. */
export interface AlertMail {
  status: (typeof MAIL_STATUSES)[number];
  reason?: string;
  /** Since when it is so. */
  time: string;
  /** Message that it went out in, with the customer's other alerts. */
  messageId?: string;
}

export interface AlertRecord extends AlertSubject {
  id: string;
  type: AlertType;
  /** Whether the alert was sent to the change feed and to the webhooks. */
  status: (typeof ALERT_STATUSES)[number];
  reason?: string;
  customerId: string;
  customerRef: string;
  productRef: string;
  variantRef: string;
  /** The variant as it is now: one that was deleted and has come back is another. */
  variantId: string;
  itemIds: string[];
  /** The same wishes, as they were then; absent in records of earlier versions. */
  items?: AlertItem[];
  /** Number of the occasion: the rise, fall or drop of the variant. */
  cycle: number;
  /** With a price drop: what the variant cost when it was first wished for, in `currency`. */
  previousPrice?: string;
  /** On the first price drop of a variant and a currency: the lowest price that the customer was notified of since. */
  lowestTold?: { amount: string; time: string };
  createdTime: string;
  sentTime?: string;
  /** Absent if alerts were not sent by e-mail. */
  email?: AlertMail;
}

/** Reads a stored alert. */
export const decodeAlert = decoderOf<AlertRecord>("alert", { needs: "id" });
