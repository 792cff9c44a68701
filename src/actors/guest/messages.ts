import type { ClaimTerms, Handover, HandoverResult } from "../../store/records/guests.ts";
import type { ItemRecord, WishlistRecord } from "../../store/records/records.ts";
import type { ForSlot, ForStore } from "../address.ts";

/**
 * The claim of a guest's wishlist takes three commands, each of which may be sent twice: the guest's partition grants it to
 * one customer and hides the wishlist; the customer's partition takes the items, once; the guest's partition deletes
 * the wishlist, or shows it again if the customer's has refused.
 */
export interface BeginHandover extends ForStore {
  type: "BeginHandover";
  wishlistId: string;
  /** Hash of the guest's token; absent to go on with a claim that was granted. */
  hash?: string;
  /** Absent to go on with a claim that was granted. */
  terms?: ClaimTerms;
  /** A wishlist that was not used since has lapsed, ISO 8601. */
  unusedSince?: string;
}

/** Reply to {@link BeginHandover}: the claim, and until it is done the wishlist. */
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

/** Refuses a claim for good, unless it was accepted. Replies what was decided. */
export interface RefuseHandover extends ForStore {
  type: "RefuseHandover";
  number: number;
  guestWishlistId: string;
}

/** Deletes a guest's wishlist that a customer has, or shows it again. */
export interface EndHandover extends ForStore {
  type: "EndHandover";
  wishlistId: string;
  number: number;
  /** Absent if the customer's partition has refused. */
  result?: HandoverResult;
}

/** The guest's token was used. */
export interface RenewGuest extends ForStore {
  type: "RenewGuest";
  wishlistId: string;
}

/** Deletes a guest's wishlist that was not used for long. */
export interface LapseGuest extends ForStore {
  type: "LapseGuest";
  wishlistId: string;
  /** ISO 8601. */
  unusedSince: string;
}

export type GuestCommand =
  BeginHandover | AcceptHandover | RefuseHandover | EndHandover | RenewGuest | LapseGuest;
