/** What is stored of alerts: one row for each customer, variant, kind and cycle, whatever repeats. */

export type AlertType = "back_in_stock" | "register_interest" | "price_drop" | "low_stock";

/** What an alert tells of the product and the variant, as they were then. */
export interface AlertSubject {
  title: string;
  url?: string;
  imageUrl?: string;
  variantTitle?: string;
  price?: string;
  currency?: string;
  /** Units in stock; null where they are not counted. */
  available?: number | null;
  productId: string;
}

/** What became of an alert's e-mail. */
export interface AlertMail {
  /** `sending` is with the mail server, or is tried again. */
  status: "pending" | "sending" | "sent" | "suppressed" | "failed";
  reason?: string;
  /** Since when it is so. */
  time: string;
  /** Message that it went out in, with the customer's other alerts. */
  messageId?: string;
}

export interface AlertRecord extends AlertSubject {
  id: string;
  type: AlertType;
  /** Whether the alert has gone to the change feed and to the webhooks. */
  status: "pending" | "sent" | "suppressed" | "failed";
  reason?: string;
  customerId: string;
  customerRef: string;
  productRef: string;
  variantRef: string;
  /** The variant as it is now: one that was deleted and has come back is another. */
  variantId: string;
  itemIds: string[];
  /** Which rise, fall or drop of the variant it tells of. */
  cycle: number;
  createdTime: string;
  sentTime?: string;
  /** Absent where alerts were not told by e-mail. */
  email?: AlertMail;
}
