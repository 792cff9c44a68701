import { randomBytes } from "node:crypto";
import { open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { codeOf } from "../errors/error-code.ts";

const NOT_EMPTY_OR_MISSING = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/**
 * Renames the draft that `write` writes to its final name. If that fails, the draft is removed: on a full disk, it would
 * take the space of the next attempt.
 */
export async function renameWhenWritten(
  draft: string,
  file: string,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
    await rename(draft, file);
  } catch (err) {
    await rm(draft, { force: true });
    throw err;
  }
}

/** Writes a file atomically: it is complete or does not exist, also if the process is killed. */
export async function writeAtomically(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await renameWhenWritten(draft, file, async () => {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  });
}

/** Removes a directory if it is empty. Succeeds if it does not exist. */
export async function removeEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (err) {
    if (!NOT_EMPTY_OR_MISSING.has(codeOf(err) ?? "")) throw err;
  }
}

/** Resolves to what is read from a file or a directory; undefined if it does not exist, or no longer. */
export async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (err) {
    if (codeOf(err) === "ENOENT" || codeOf(err) === "ENOTDIR") return undefined;
    throw err;
  }
}

/** Reads the names in a directory; none if it does not exist. */
export const fileNamesIn = async (directory: string): Promise<string[]> =>
  (await ifPresent(readdir(directory))) ?? [];
