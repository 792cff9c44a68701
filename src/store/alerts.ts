/** What is stored of alerts: one row for each customer, variant, kind and cycle, whatever repeats. */

export type AlertType = "back_in_stock" | "register_interest" | "price_drop" | "low_stock";

export interface AlertRecord {
  id: string;
  type: AlertType;
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
}
