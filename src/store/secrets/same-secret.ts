import { timingSafeEqual } from "node:crypto";

/** Whether two secrets, or their digests, are the same. The time that this takes does not show where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
