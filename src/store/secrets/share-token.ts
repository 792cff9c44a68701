import { createHash, randomBytes } from "node:crypto";
import { partitionOfWishlist } from "../ids/ids.ts";
import type { ShareRecord } from "../records/shares.ts";
import { isSameSecret } from "./same-secret.ts";

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Makes the token of a link: the id of its wishlist, and 256 random bits. */
export const newShareToken = (wishlistId: string): string =>
  `${wishlistId}.${randomBytes(SECRET_BYTES).toString("base64url")}`;

/** Returns the stored form of a token: its SHA-256 in base64url. */
export const hashOfShare = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns the wishlist of a token; undefined for a text that cannot be a token. */
export function wishlistOfShareToken(token: string): { wishlistId: string; partition: number } | undefined {
  const dot = token.indexOf(".");
  const wishlistId = token.slice(0, dot);
  const partition = partitionOfWishlist(wishlistId);
  return partition !== undefined && SECRET.test(token.slice(dot + 1)) ? { wishlistId, partition } : undefined;
}

/** Finds the share of a token. Tokens are compared in constant time. */
export function shareWith(shares: readonly ShareRecord[], token: string): ShareRecord | undefined {
  const wanted = hashOfShare(token);
  return shares.find(({ hash }) => isSameSecret(hash, wanted));
}
