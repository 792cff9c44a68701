import { createHash } from "node:crypto";

/** Returns a short digest of texts, for keys and comparisons. */
export const digestOf = (...parts: string[]) =>
  createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 22);
