import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Copies some of the sources, so that they can be changed. The copy uses the same packages. Resolves to its folder. */
export function copySources(names: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "wishlist-mutants-"));
  for (const name of names) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
