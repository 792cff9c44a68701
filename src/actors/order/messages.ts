import type { BuyerAddress, OrderFields, OrderLine, OrderRecord } from "../../store/records/orders.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";
import type { ForSlot } from "../address.ts";

/** Fields that a version of an order need not have: it keeps those of the version before. */
type KeptFields = "status" | "test" | "currency" | "channel";

/** An order as it is sent. The first version is open and no test, unless it says otherwise. */
export type SentOrder = Omit<OrderFields, KeptFields> & Partial<Pick<OrderFields, KeptFields>>;

/** Stores an order, or a newer version of it. */
export interface PutOrder extends ForSlot {
  type: "PutOrder";
  order: SentOrder;
  /** When the order arrived, if that was before this command: rows of files wait. ISO 8601. */
  arrivedTime?: string;
}

/** Reply to {@link PutOrder} and {@link AmendOrder}: `stale` if a newer version is known. */
export interface OrderResult {
  orderRef: string;
  status: "accepted" | "unchanged" | "stale";
}

/** A refund or an edit that arrives separately from its order: the changes of units per line. */
export interface Amendment {
  /** When it was made, ISO 8601. */
  time: string;
  /** The platform's id of a refund: the order's versions may name it too. */
  refundId?: string;
  lines: { lineRef: string; added?: number; gone?: number }[];
}

/** Changes the lines of an order that is known. */
export interface AmendOrder extends ForSlot {
  type: "AmendOrder";
  amendment: Amendment;
}

/** Stores the results of an order's lines. */
export interface NoteMatches extends ForSlot {
  type: "NoteMatches";
  /** The version of the order that was matched. */
  revision: number;
  /** Matches of the order when it was read. Commands of earlier versions do not have them. */
  formerMatches?: OrderRecord["matches"];
  matches: OrderRecord["matches"];
  buyer?: BuyerAddress;
}

/** Removes all names of a person from an order. */
export interface ForgetBuyer extends ForSlot {
  type: "ForgetBuyer";
  /** Person to forget, unless the order now has another buyer. If absent, any buyer. */
  buyer?: BuyerAddress;
  /**
   * When the person was deleted, ISO 8601: a version that arrived later names another customer with this address, or is
   * matched with the deleted one. Commands of earlier versions do not have it.
   */
  deletedTime?: string;
}

/** Removes everything that identifies the person's purchases from a customer's ledger. */
export interface ForgetPurchases extends ForSlot {
  type: "ForgetPurchases";
  /** Keys of the orders whose purchases are concerned; all orders if absent, as in commands of version 0.1.0. */
  orderKeys?: string[];
}

/** A way to find the wish that a line bought, the best first. */
export interface Candidate {
  rule: string;
  product: ProductIdentity;
}

/** Removes the link between an order and a wishlist. */
export interface ForgetMatches extends ForSlot {
  type: "ForgetMatches";
  wishlistId: string;
}

/** A line of an order, with the variants that it may have bought. */
export interface BoughtLine extends Pick<OrderLine, "lineRef" | "renamedIn"> {
  /** Whether the line is cancelled or refunded completely: its effects are then undone. */
  isUndone: boolean;
  /** Units that were not returned, and their revenue if the order has it. */
  units: number;
  revenue?: Price;
  candidates: Candidate[];
  /**
   * Variants that have one of the line's names, but are not the one that was bought: a match with one of them was
   * wrong.
   */
  excluded?: ProductIdentity[];
  /**
   * Rules of the line's names that too many variants have for a list of them: a match by one of these rules was wrong,
   * unless its variant is a candidate.
   */
  commonNames?: string[];
  /** Whether several variants fit the line, and none of them is a candidate. */
  isAmbiguous?: boolean;
}

/** Marks the wishes of a customer that an order bought, and undoes the purchases that it no longer contains. */
export interface MatchOrder extends ForSlot {
  type: "MatchOrder";
  orderKey: string;
  orderRef: string;
  /** Version of the order. */
  revision: number;
  /** How the person was found. */
  person: string;
  /** Only wishes created before this time are included. Also the date of the purchase. In UTC, with milliseconds. */
  boughtTime: string;
  lines: BoughtLine[];
  /** Whether to remove purchased items from their wishlists. */
  removePurchased: boolean;
  /** Whether the customer is no longer the buyer: there are no lines then, and all purchases are undone. */
  hasLeft?: true;
}

/** Reply to {@link MatchOrder}. */
export interface MatchResult {
  /** False if there is no such customer (yet). */
  found: boolean;
  /** Whether the customer was deleted: the order must then forget the person. */
  isDeleted: boolean;
  lines: OrderRecord["matches"];
}

export type OrderCommand =
  | PutOrder
  | AmendOrder
  | NoteMatches
  | ForgetBuyer
  | ForgetMatches
  | ForgetPurchases
  | MatchOrder;
