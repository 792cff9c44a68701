import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** What it costs to compare a password, in the terms of scrypt. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** As OWASP recommends for scrypt: 16 MiB and about a sixth of a second. */
export const PASSWORD_COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
const HASH_BYTES = 32;

const derive = (password: string, salt: Buffer, cost: PasswordCost) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, cost, (err, key) =>
      err ? reject(err) : resolve(key),
    ),
  );

/** The hash of a password, with its salt and cost: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** A hash that no password has, so that an unknown owner takes as long as a wrong password. */
const NO_HASH = `scrypt$${PASSWORD_COST.N}$${PASSWORD_COST.r}$${PASSWORD_COST.p}$AAAAAAAAAAAAAAAAAAAAAA$`;

/** Whether a password has a hash of {@link hashPassword}; false after the same time where there is no hash. */
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

/** A password that nobody guesses, to be read and typed once: 20 letters and digits in groups of five. */
export function newPassword(): string {
  // Without letters and digits that look alike; 32 of them, so that each byte picks evenly.
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const picked = [...randomBytes(20)].map((byte) => letters.charAt(byte % letters.length));
  return picked.join("").replace(/.{5}(?!$)/g, "$&-");
}
