import { createHash } from "node:crypto";
import { partitionOfWishlist } from "../ids/ids.ts";

/** Number of random bytes of a guest token. */
export const GUEST_SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns the stored form of a guest token's secret: its SHA-256 in base64url. */
export const hashOfGuestSecret = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** Returns the token of the guest who made a wishlist: the wishlist's id and 256 random bits. */
export const guestTokenOf = (wishlistId: string, secret: string): string => `${wishlistId}.${secret}`;

/** Returns the wishlist of a guest token, and the hash of its secret; undefined for a text that cannot be a token. */
export function parseGuestToken(
  token: string,
): { wishlistId: string; partition: number; hash: string } | undefined {
  const dot = token.indexOf(".");
  const [wishlistId, secret] = [token.slice(0, dot), token.slice(dot + 1)];
  const partition = partitionOfWishlist(wishlistId);
  if (partition === undefined || !SECRET.test(secret)) return undefined;
  return { wishlistId, partition, hash: hashOfGuestSecret(secret) };
}
