import { createHash, randomBytes } from "node:crypto";
import { partitionOfWishlist } from "../ids.ts";
import type { ShareRecord } from "../records/shares.ts";
import { isSameSecret } from "./same-secret.ts";

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Token of a link: the wishlist that it leads to, and 256 random bits. */
export const newShareToken = (wishlistId: string): string =>
  `${wishlistId}.${randomBytes(SECRET_BYTES).toString("base64url")}`;

/** What is stored of a token: its SHA-256 in base64url. */
export const hashOfShare = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** The wishlist that a token leads to; undefined for what cannot be one. */
export function wishlistOfShareToken(token: string): { wishlistId: string; partition: number } | undefined {
  const dot = token.indexOf(".");
  const wishlistId = token.slice(0, dot);
  const partition = partitionOfWishlist(wishlistId);
  return partition !== undefined && SECRET.test(token.slice(dot + 1)) ? { wishlistId, partition } : undefined;
}

/** The share that a token is for, compared in constant time. */
export function shareWith(shares: readonly ShareRecord[], token: string): ShareRecord | undefined {
  const wanted = hashOfShare(token);
  return shares.find(({ hash }) => isSameSecret(hash, wanted));
}
