/** What is stored of orders, and of what they bought. */

export type OrderStatus = "open" | "cancelled" | "refunded";

export interface OrderLine {
  lineRef: string;
  productRef?: string;
  variantRef?: string;
  variantId?: string;
  sku?: string;
  gtin?: string;
  quantity: number;
  refundedQuantity?: number;
  price?: string;
}

/** How a line found its wish: what of the order named the person, and what the variant. */
export interface Match {
  wishlistId: string;
  itemId: string;
  rule: string;
}

export interface OrderRecord {
  orderRef: string;
  customerRef?: string;
  customerId?: string;
  email?: string;
  phone?: string;
  channel?: string;
  createdTime: string;
  updatedTime?: string;
  status: OrderStatus;
  test: boolean;
  currency?: string;
  lines: OrderLine[];
  /** What became of each line, by its reference; a line that is absent has not been looked at. */
  matches: Record<string, { matched: Match } | { reason: string }>;
  /** When the service got this version. */
  receivedTime: string;
  /** Place of the customer, once found: survives the erasure of what names the person. */
  customerSlot?: string;
}

/** What one order did to a customer's wishes. */
export interface Purchase {
  orderRef: string;
  /** By line reference. */
  lines: Record<string, Match & { number: number; wasRemoved: boolean }>;
}
