import { createHash, randomBytes } from "node:crypto";

/**
 * Returns a new id of some bytes, in hex: random, or derived from `repeatKey`. So a request that is repeated under its
 * Idempotency-Key finds the entity that its first attempt has created.
 */
export const newIdFor = (bytes: number, repeatKey?: string): string =>
  repeatKey === undefined
    ? randomBytes(bytes).toString("hex")
    : createHash("sha256")
        .update(`id ${repeatKey}`)
        .digest("hex")
        .slice(0, 2 * bytes);
