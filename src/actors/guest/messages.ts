import type { ClaimTerms, Handover, HandoverResult } from "../../store/records/guests.ts";
import type { ItemRecord, WishlistRecord } from "../../store/records/records.ts";
import type { ForSlot, ForStore } from "../address.ts";

/**
 * Begins the claim of a guest's wishlist. A claim takes three commands, each of which may be sent twice: the guest's
 * partition grants it to one customer and hides the wishlist; the customer's partition takes the items, once; the
 * guest's partition deletes the wishlist, or shows it again if the customer's partition has refused.
 */
export interface BeginHandover extends ForStore {
  type: "BeginHandover";
  wishlistId: string;
  /** Hash of the guest's token; absent to continue a granted claim. */
  hash?: string;
  /** Absent to continue a granted claim. */
  terms?: ClaimTerms;
  /** A wishlist that was not used since this time has lapsed, ISO 8601. */
  unusedSince?: string;
}

/** Reply to {@link BeginHandover}: the claim, and the wishlist until the claim is completed. */
export interface BegunHandover {
  handover: Handover;
  list?: { record: WishlistRecord; items: ItemRecord[] };
}

/** Gives a customer the wishlist of a guest. */
export interface AcceptHandover extends ForSlot, Omit<ClaimTerms, "partition"> {
  type: "AcceptHandover";
  number: number;
  guestWishlistId: string;
  record: WishlistRecord;
  items: ItemRecord[];
}

/** Refuses a claim permanently, unless it was decided. Replies with the decision. */
export interface RefuseHandover extends ForStore {
  type: "RefuseHandover";
  number: number;
  guestWishlistId: string;
}

/** Ends a claim: deletes a guest's wishlist whose items a customer has, or shows it again. */
export interface EndHandover extends ForStore {
  type: "EndHandover";
  wishlistId: string;
  number: number;
  /** Absent if the customer's partition has refused. */
  result?: HandoverResult;
}

/** Records that the guest's token was used. */
export interface RenewGuest extends ForStore {
  type: "RenewGuest";
  wishlistId: string;
}

/** Deletes a guest's wishlist that was not used for a long time. */
export interface LapseGuest extends ForStore {
  type: "LapseGuest";
  wishlistId: string;
  /** ISO 8601. */
  unusedSince: string;
}

export type GuestCommand =
  | BeginHandover
  | AcceptHandover
  | RefuseHandover
  | EndHandover
  | RenewGuest
  | LapseGuest;
