import { randomBytes } from "node:crypto";
import { open, rename, rmdir } from "node:fs/promises";
import { codeOf } from "../store/error-code.ts";

const IN_USE_OR_GONE = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/** Writes a file that is all there or not there at all, also when the process dies. */
export async function writeWhole(file: string, content: Buffer | string): Promise<void> {
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

/** Removes a directory, unless something is in it. One that is not there is removed. */
export async function removeEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (err) {
    if (!IN_USE_OR_GONE.has(codeOf(err) ?? "")) throw err;
  }
}
