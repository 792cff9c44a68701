import { DAY_MS } from "../durations.ts";
import { decoderOf } from "./decode.ts";

/** The use of a guest's token is noted at most so often, in milliseconds. */
export const USE_NOTED_MS = DAY_MS;

/**
 * How long after its last use that was noted a guest's wishlist lapses, in milliseconds. A later use may not have been
 * noted yet, so none lapses early.
 * @param days that it lives without use
 */
export const guestLifeMs = (days: number): number => days * DAY_MS + USE_NOTED_MS;

/** What is stored of a wishlist that has no customer, beside the wishlist itself. */
export interface GuestRecord {
  storeKey: string;
  /** SHA-256 of the guest token, in base64url. The token itself is stored nowhere. */
  hash: string;
  /** Last use that changed nothing, ISO 8601. */
  usedTime: string;
  /** How many times it was claimed; also those that were refused. */
  claims: number;
  /** The claim that is carried out, or was. Then the wishlist is hidden, or gone. */
  handover?: Handover;
}

/** What becomes of the wishlist of a guest: it is merged into another one, or becomes the customer's. */
export type ClaimMode = "merge" | "keep";

/** The customer who claims a wishlist, and how it is to be done. */
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
  /** Distinguishes it from other claims of the wishlist. */
  number: number;
  /** Slot of the customer. */
  slot: string;
  /** Until it is done. */
  terms?: ClaimTerms;
  /** Once it is done. */
  result?: HandoverResult;
}

export interface HandoverResult {
  /** The customer's wishlist that has the items. */
  wishlistId: string;
  status: "merged" | "kept";
}

/** What the customer's partition has decided of a claim: once, whoever asks how often. Expires. */
export interface HandoverRecord {
  number: number;
  /** Absent if it was refused. */
  result?: HandoverResult;
}

/** Reads what is stored of a guest. */
export const decodeGuest = decoderOf<GuestRecord>("guest", { needs: "hash" });

/** Reads what was decided of a claim. */
export const decodeHandover = decoderOf<HandoverRecord>("handover", { needs: "number" });
