import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

/** The cost of comparing a password, as parameters of scrypt. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** The cost that OWASP recommends for scrypt: 16 MiB and about a sixth of a second. */
export const PASSWORD_COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
const HASH_BYTES = 32;

/** Maximum number of hashes that a process computes at once. The other threads of Node.js are for tokens and files. */
const CONCURRENCY = 2;

/** Lets the other calculations wait, the oldest first. */
const limited = pLimit(CONCURRENCY);
const scryptHash = promisify<string, Buffer, number, PasswordCost, Buffer>(scrypt);

const derive = (password: string, salt: Buffer, cost: PasswordCost) =>
  limited(() => scryptHash(password.normalize("NFKC"), salt, HASH_BYTES, cost));

/** Returns the hash of a password, with its salt and cost: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** A hash that no password has. With it, the check of an unknown owner takes as long as that of a wrong password. */
const NO_HASH = `scrypt$${PASSWORD_COST.N}$${PASSWORD_COST.r}$${PASSWORD_COST.p}$AAAAAAAAAAAAAAAAAAAAAA$`;

/** Whether a password has a hash of {@link hashPassword}; false after the same time if there is no hash. */
export async function isPasswordOf(hash: string | undefined, password: string): Promise<boolean> {
  const [, N, r, p, salt = "", known = ""] = (hash ?? NO_HASH).split("$");
  const given = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.alloc(given.length);
  Buffer.from(known, "base64url").copy(expected);
  return timingSafeEqual(given, expected) && known !== "";
}

/** Returns a password that nobody can guess, to be read and typed once: 20 letters and digits in groups of five. */
export function newPassword(): string {
  // No letters and digits that look alike. There are 32 of them, so that each is equally likely for a random byte.
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const picked = [...randomBytes(20)].map((byte) => letters.charAt(byte % letters.length));
  return picked.join("").replace(/.{5}(?!$)/g, "$&-");
}
