import type { SlotAddress } from "../layout.ts";
import type { Price, ProductIdentity } from "./records.ts";

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
  /** Of one unit, before discounts. */
  price?: string;
  /** What the whole line costs less, for `quantity` units. */
  discount?: string;
  /** Revision of the order in which the line came to name another variant. */
  renamedIn?: number;
}

/** How a line found its wish: what of the order named the person, and what the variant. */
export interface Match {
  wishlistId: string;
  itemId: string;
  rule: string;
}

/** Why a wish that an order gave back is not as it was before: it was added again, or its reference was. */
export type WishRemainder = "wished_again" | "reference_taken";

/** Why a line of an order matched no wish. Stored and part of the API: a code keeps its meaning. */
export const UNMATCHED_CODES = [
  "test_order",
  "no_customer",
  "variant_ambiguous",
  "variant_unknown",
  "no_wish",
  "wished_later",
  "bought_before",
  "wishlist_deleted",
  "undone",
  "undone_wished_again",
  "undone_reference_taken",
] as const;
export type UnmatchedCode = (typeof UNMATCHED_CODES)[number];

/** Result of an order's line. */
export type LineOutcome = { matched: Match } | { code: UnmatchedCode };

/** What an order says of who bought. */
export interface BuyerNames {
  customerRef?: string;
  customerId?: string;
  email?: string;
  /** Address of the order itself, where it is another than the customer's. */
  contactEmail?: string;
  phone?: string;
}

/** Where a customer is kept. */
export type BuyerAddress = Pick<SlotAddress, "partition" | "key">;

export interface OrderRecord extends BuyerNames {
  orderRef: string;
  channel?: string;
  createdTime: string;
  updatedTime?: string;
  status: OrderStatus;
  test: boolean;
  currency?: string;
  lines: OrderLine[];
  /** The platform's refunds that the lines include, by their ids. */
  refundIds?: string[];
  /** Result of each line, by its reference; an absent line was not matched yet. */
  matches: Record<string, LineOutcome>;
  /** When the service got this version. */
  receivedTime: string;
  /** When it got the version that says who bought, where this one is an amendment of that. */
  namedTime?: string;
  /** Counts the versions, and the changes that make earlier matches invalid. */
  revision: number;
  /** Address of the customer, once found. It remains after an erasure of the person's names. */
  buyer?: BuyerAddress;
  /** People of earlier versions, until the order is matched with the person of this version. */
  former?: BuyerNames[];
  /** The customer was deleted: names of the person are no longer accepted. */
  forgotten?: true;
  /** The person was erased: the order waits for nobody. Absent in orders from before this member. */
  erased?: true;
}

/** Sales of a line that bought a wish, as they were then; without personal data. */
export interface Sale {
  product: ProductIdentity;
  locationRef?: string;
  /** When it was bought, ISO 8601. */
  time: string;
  /** Seconds since it was wished for. */
  seconds: number;
  units: number;
  /** Absent if the order does not say. */
  revenue?: Price;
}

/** What one order did to a customer's wishes. */
export interface Purchase {
  /** Empty once the customer is erased: then the row counts in reports, and leads nowhere. */
  orderRef: string;
  /** The newest version of the order that was matched. */
  revision: number;
  /** By line reference. `taken`: units that it bought of a wish that wants more than one. */
  lines: Record<string, Match & { number: number; wasRemoved: boolean; sale?: Sale; taken?: number }>;
  /** Of undone lines by their references: why the wish is not as it was before. */
  undone?: Record<string, WishRemainder>;
}
