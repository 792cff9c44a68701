import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "./redis.ts";

/** Creates an empty folder, which is deleted at the end. */
export function tempFolder(t: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), "wishlist-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
