import { listDecoderOf } from "./decode.ts";

/** A link to a wishlist for people without an account. The token itself is not stored. */
export interface ShareRecord {
  id: string;
  /** SHA-256 of the link's token, in base64url. */
  hash: string;
  createdTime: string;
  /** When the link ends, ISO 8601; absent: never. */
  expires?: string;
  /**
   * Identifies the request that made the link, if it had an Idempotency-Key: the same text in each repetition of the
   * request.
   */
  repeatKey?: string;
  /** Name of the person who shares, which people with the link see. */
  displayName?: string;
}

/** Reads the stored shares of a wishlist. */
export const decodeShares = listDecoderOf<ShareRecord[]>("shares");
