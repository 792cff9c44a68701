import { listDecoderOf } from "./decode.ts";

/** A link to a wishlist for people without an account. The token itself is stored nowhere. */
export interface ShareRecord {
  id: string;
  /** SHA-256 of the link's token, in base64url. */
  hash: string;
  createdTime: string;
  /** When the link ends, ISO 8601; absent: never. */
  expires?: string;
  /** The request that has made the link, if it had an Idempotency-Key: what is the same whenever that is repeated. */
  repeatKey?: string;
  /** Who shares, as shown to those who have the link. */
  displayName?: string;
}

/** Reads the stored shares of a wishlist. */
export const decodeShares = listDecoderOf<ShareRecord[]>("shares");
