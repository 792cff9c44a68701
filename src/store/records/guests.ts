import { DAY_MS } from "../../units/durations.ts";
import { decoderOf } from "./decode.ts";

/** Minimum time between two records of the use of a guest's token, in milliseconds. */
export const USE_NOTED_MS = DAY_MS;

/**
 * Returns how long after its last recorded use a guest's wishlist lapses, in milliseconds. A later use may not have
 * been recorded, so no wishlist lapses too early.
 * @param days number of days without use
 */
export const guestLifeMs = (days: number): number => days * DAY_MS + USE_NOTED_MS;

/** The stored record of a guest: of a wishlist without a customer, beside the wishlist itself. */
export interface GuestRecord {
  storeKey: string;
  /** SHA-256 of the guest token, in base64url. The token itself is not stored. */
  hash: string;
  /** Last use that did not change the wishlist, ISO 8601. */
  usedTime: string;
  /** Number of its claims, including refused ones. */
  claims: number;
  /** The claim that runs, or has ended. The wishlist is then hidden, or deleted. */
  handover?: Handover;
}

/**
 * The result of a claim for the wishlist: it is merged into another wishlist, or becomes a wishlist of the customer.
 */
export type ClaimMode = "merge" | "keep";

/** The customer who claims a wishlist, and the terms of the claim. */
export interface ClaimTerms {
  partition: number;
  slot: string;
  key: string;
  customerId?: string;
  customerRef?: string;
  mode: ClaimMode;
  /** Maximum number of wishlists of the customer. */
  most: number;
  allowDuplicates: boolean;
}

/** A claim that a guest's wishlist has granted. */
export interface Handover {
  /** Distinguishes the claim from other claims of the wishlist. */
  number: number;
  /** Slot of the customer. */
  slot: string;
  /** Absent after the claim is completed. */
  terms?: ClaimTerms;
  /** Absent until the claim is completed. */
  result?: HandoverResult;
}

export interface HandoverResult {
  /** The customer's wishlist that has the items. */
  wishlistId: string;
  status: "merged" | "kept";
}

/**
 * The decision of the customer's partition about a claim. It is made only once, however often it is requested. Expires.
 */
export interface HandoverRecord {
  number: number;
  /** Absent if it was refused. */
  result?: HandoverResult;
}

/** Reads the stored record of a guest. */
export const decodeGuest = decoderOf<GuestRecord>("guest", { needs: "hash" });

/** Reads the stored decision about a claim. */
export const decodeHandover = decoderOf<HandoverRecord>("handover", { needs: "number" });
