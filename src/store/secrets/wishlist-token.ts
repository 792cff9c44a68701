import { createHash, randomBytes } from "node:crypto";
import { partitionOfWishlist } from "../ids/ids.ts";

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The parts of a token for a wishlist. */
interface WishlistToken {
  wishlistId: string;
  partition: number;
  secret: string;
}

/** Makes the secret of a token: 256 random bits. */
export const newTokenSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** Returns the token for a wishlist, of a guest or of a link: the wishlist's id and a secret. */
export const wishlistTokenOf = (wishlistId: string, secret: string): string => `${wishlistId}.${secret}`;

/** Returns the parts of a token; undefined for a text that cannot be a token. */
export function parseWishlistToken(token: string): WishlistToken | undefined {
  const dot = token.indexOf(".");
  const [wishlistId, secret] = [token.slice(0, dot), token.slice(dot + 1)];
  const partition = partitionOfWishlist(wishlistId);
  return partition !== undefined && SECRET.test(secret) ? { wishlistId, partition, secret } : undefined;
}

/**
 * Returns the stored form of a link's token or of a guest's secret: its SHA-256 in base64url. A guest's token is stored
 * without the wishlist's id.
 */
export const tokenHashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
