import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { batchesOf } from "../../collections/batches.ts";
import { codeOf } from "../../errors/error-code.ts";
import type { Archive } from "../../store/changes/archive.ts";
import { fileNamesIn, removeEmpty, writeAtomically } from "../files.ts";

/** Number of names in one batch of a listing. */
const LIST_BATCH_SIZE = 1000;

/** Makes the entries of a directory durable. */
async function sync(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores segments as files, with a directory for each tenant. `root` exists while its disk is mounted. */
export class FileArchive implements Archive {
  readonly kind = "files";
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(name: string, content: Buffer): Promise<void> {
    const path = join(this.#root, name);
    const directory = dirname(path);
    if ((await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined) await sync(this.#root);
    await writeAtomically(path, content);
    await sync(directory);
  }

  async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#root, name));
    } catch (err) {
      // If the root does not exist, its disk is not mounted.
      if (codeOf(err) === "ENOENT" && existsSync(this.#root)) return undefined;
      throw err;
    }
  }

  async *list(tenant?: string): AsyncGenerator<string[]> {
    for (const directory of tenant === undefined ? await fileNamesIn(this.#root) : [tenant]) {
      const names = await fileNamesIn(join(this.#root, directory));
      for (const batch of batchesOf(names, LIST_BATCH_SIZE))
        yield batch.map((name) => `${directory}/${name}`);
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    const paths = names.map((name) => join(this.#root, name));
    for (const path of paths) await rm(path, { force: true });
    for (const directory of new Set(paths.map((path) => dirname(path)))) await removeEmpty(directory);
  }
}
