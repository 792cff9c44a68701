import { createHash } from "node:crypto";

/** A short digest of some texts, for keys and comparisons. */
export const digestOf = (...parts: string[]) =>
  createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 22);
