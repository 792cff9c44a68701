import { randomBytes } from "node:crypto";
import { open, rename, rmdir } from "node:fs/promises";
import { codeOf } from "../store/error-code.ts";

const NOT_EMPTY_OR_MISSING = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/** Writes a file atomically: it is complete or does not exist, also if the process is killed. */
export async function writeAtomically(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Removes a directory if it is empty. Succeeds if it does not exist. */
export async function removeEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (err) {
    if (!NOT_EMPTY_OR_MISSING.has(codeOf(err) ?? "")) throw err;
  }
}
