import { createHash } from "node:crypto";
import { partitionOfWishlist } from "../ids.ts";

/** Random bytes of a guest token. */
export const GUEST_SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** What is stored of the secret of a guest token: its SHA-256 in base64url. */
export const hashOfGuestSecret = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** Token of the guest who made a wishlist: the wishlist and 256 random bits. */
export const guestTokenOf = (wishlistId: string, secret: string): string => `${wishlistId}.${secret}`;

/** The wishlist that a guest token is for, and the hash of its secret; undefined for what cannot be one. */
export function parseGuestToken(
  token: string,
): { wishlistId: string; partition: number; hash: string } | undefined {
  const dot = token.indexOf(".");
  const [wishlistId, secret] = [token.slice(0, dot), token.slice(dot + 1)];
  const partition = partitionOfWishlist(wishlistId);
  if (partition === undefined || !SECRET.test(secret)) return undefined;
  return { wishlistId, partition, hash: hashOfGuestSecret(secret) };
}
