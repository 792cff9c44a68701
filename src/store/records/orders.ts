import type { SlotAddress } from "../layout/layout.ts";
import type { Price, ProductIdentity } from "./records.ts";

/** Stored orders, and the purchases of customers. */

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
  /** Price of one unit, before discounts. */
  price?: string;
  /** Discount of the whole line, for `quantity` units. */
  discount?: string;
  /** Revision of the order since which the line names another variant. */
  renamedIn?: number;
}

/** How a line found its wish: `rule` says which names in the order identified the person and the variant. */
export interface Match {
  wishlistId: string;
  itemId: string;
  rule: string;
}

/**
 * Why a wish could not be restored as it was before its purchase: the variant was added again, or the reference is
 * taken.
 */
export type WishRemainder = "wished_again" | "reference_taken";

/**
 * Why a line of an order matched no wish. The codes are stored and a part of the API, so they must keep their meaning.
 */
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

/** The names of the buyer in an order. */
export interface BuyerNames {
  customerRef?: string;
  customerId?: string;
  email?: string;
  /** E-mail address of the order itself, if it is not that of the customer. */
  contactEmail?: string;
  phone?: string;
}

/** The address of a customer. */
export type BuyerAddress = Pick<SlotAddress, "partition" | "key">;

/** What the sender of an order gives. */
export interface OrderFields extends BuyerNames {
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
}

/** What the service keeps with an order. */
interface OrderState {
  /** Result of each line, by its reference; an absent line was not matched yet. */
  matches: Record<string, LineOutcome>;
  /** When the service got this version. */
  receivedTime: string;
  /** When the newest version arrived, if its sender gave it no time but gave one to a version before. */
  arrivedTime?: string;
  /** When the version, its matches or its names last changed; absent if it has not changed since it was received. */
  modifiedTime?: string;
  /** When it got the version that names the buyer, if this version is an amendment of that. */
  namedTime?: string;
  /** Time of the newest version that the sender made, if this version is an amendment of that. */
  versionTime?: string;
  /** Counts the versions, and the changes that make earlier matches invalid. */
  revision: number;
  /** Address of the customer, once the customer is found. It remains after an erasure of the person's names. */
  buyer?: BuyerAddress;
  /** People of earlier versions, until the order is matched with the person of this version. */
  former?: BuyerNames[];
  /** Whether the customer was deleted: names of the person are no longer accepted. */
  forgotten?: true;
  /** Whether the person was erased: the order then waits for nobody. Absent in orders of earlier versions. */
  erased?: true;
}

export interface OrderRecord extends OrderFields, OrderState {}

/** Returns when an order last changed, ISO 8601. */
export const modifiedTimeOf = ({ modifiedTime, receivedTime }: OrderRecord) => modifiedTime ?? receivedTime;

/** Returns what the sender of an order gave. The compiler refuses it if a member of the state is not left out. */
export function sentFieldsOf({
  matches: _1,
  receivedTime: _2,
  revision: _3,
  buyer: _4,
  former: _5,
  forgotten: _6,
  erased: _7,
  namedTime: _8,
  versionTime: _9,
  arrivedTime: _10,
  modifiedTime: _11,
  ...fields
}: OrderRecord): OrderFields & { [name in keyof OrderState]?: never } {
  return fields;
}

/** Sales of a line that bought a wish, at the time of the purchase; without personal data. */
export interface Sale {
  product: ProductIdentity;
  locationRef?: string;
  /** When it was bought, ISO 8601. */
  time: string;
  /** Seconds between the wish and the purchase. */
  seconds: number;
  units: number;
  /** Absent if the order has no prices. */
  revenue?: Price;
}

/** A wish that a line of an order bought. */
export interface PurchaseLine extends Match {
  number: number;
  wasRemoved: boolean;
  /**
   * Since when the wish was for its variant when the line bought it, ISO 8601: the wish may be joined with another one
   * since. Absent in records of earlier versions.
   */
  wishedTime?: string;
  sale?: Sale;
  /** Number of bought units, for a wish for more than one unit. */
  taken?: number;
}

/** The effects of one order on a customer's wishes. */
export interface Purchase {
  /** Empty once the customer is erased: the row then still counts in reports, but identifies nobody. */
  orderRef: string;
  /** The newest version of the order that was matched. */
  revision: number;
  /** The wishes that lines bought, by line reference. */
  lines: Record<string, PurchaseLine>;
  /** Whether the order now has another buyer, or an unknown one. */
  hasLeft?: true;
  /** By reference of an undone line: why its wish could not be restored as it was before. */
  undone?: Record<string, WishRemainder>;
}
