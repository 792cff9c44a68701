import type { BuyerAddress, OrderLine, OrderRecord } from "../../store/records/orders.ts";
import type { Price, ProductIdentity } from "../../store/records/records.ts";
import type { ForSlot } from "../address.ts";

export type OrderFields = Omit<
  OrderRecord,
  "matches" | "receivedTime" | "namedTime" | "revision" | "buyer" | "former" | "forgotten"
>;

/** Takes an order in, or a newer version of it. */
export interface PutOrder extends ForSlot {
  type: "PutOrder";
  order: OrderFields;
  /** When the order arrived, where that was before this command did: rows of files wait. ISO 8601. */
  arrivedTime?: string;
}

/** Reply to {@link PutOrder} and {@link AmendOrder}: `stale` where something newer is known. */
export interface OrderResult {
  orderRef: string;
  status: "accepted" | "unchanged" | "stale";
}

/** A refund or an edit that is told by itself: by how many units lines change. */
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

/** Notes with an order what became of its lines. */
export interface NoteMatches extends ForSlot {
  type: "NoteMatches";
  /** The version that was looked at. */
  revision: number;
  matches: OrderRecord["matches"];
  buyer?: BuyerAddress;
}

/** Takes from an order all that names a person. */
export interface ForgetBuyer extends ForSlot {
  type: "ForgetBuyer";
  /** Whom to forget, unless the order has another buyer by now; whoever it is when absent. */
  buyer?: BuyerAddress;
}

/** Takes from a customer's ledger of purchases all that tells what the person bought. */
export interface ForgetPurchases extends ForSlot {
  type: "ForgetPurchases";
}

/** A way to find the wish that a line bought, the best first. */
export interface Candidate {
  rule: string;
  product: ProductIdentity;
}

/** Takes from an order what tells that it bought from a wishlist. */
export interface ForgetMatches extends ForSlot {
  type: "ForgetMatches";
  wishlistId: string;
}

export interface BoughtLine extends Pick<OrderLine, "lineRef"> {
  /** Cancelled or refunded wholly: what it did is undone. */
  isUndone: boolean;
  /** Units that were not given back, and what they cost together, where the order tells. */
  units: number;
  revenue?: Price;
  candidates: Candidate[];
  /** Variants that bear one of its names, and are not meant: a match with one of them was wrong. */
  excluded?: ProductIdentity[];
  /** It names no product, and several have a variant of its reference. */
  isAmbiguous?: boolean;
}

/** Marks a customer's wishes that an order bought, and undoes what the order says no more. */
export interface MatchOrder extends ForSlot {
  type: "MatchOrder";
  orderKey: string;
  orderRef: string;
  /** Version of the order. */
  revision: number;
  /** How the person was found. */
  person: string;
  /** Only wishes made before are meant; also the date of the purchase. */
  boughtTime: string;
  lines: BoughtLine[];
  /** Take what was bought off its list. */
  removePurchased: boolean;
}

/** Reply to {@link MatchOrder}. */
export interface MatchResult {
  /** False when there is no such customer (yet). */
  found: boolean;
  /** There was such a customer, who is deleted: the order is to forget who that was. */
  isDeleted: boolean;
  lines: OrderRecord["matches"];
}

export type OrderCommand =
  PutOrder | AmendOrder | NoteMatches | ForgetBuyer | ForgetMatches | ForgetPurchases | MatchOrder;
