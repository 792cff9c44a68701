import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MB } from "../../../units/bytes.ts";
import { writeAtomically } from "../../files.ts";
import { Refused } from "../connector.ts";

const NUMBER_DIGITS = 8;

/** Whether a file is a part. Others are drafts of a process that was killed. */
const isPart = (name: string) => /^\d+$/.test(name);

/** The parts of a file, each in a file with its number, in one directory. */
export class FileParts {
  readonly directory: string;
  readonly #maxBytes: number;
  #isMade = false;
  /** Bytes of the existing parts, by their numbers, and of all together. */
  readonly #sizes = new Map<number, number>();
  #bytes = 0;

  constructor(directory: string, maxBytes: number) {
    this.directory = directory;
    this.#maxBytes = maxBytes;
  }

  async #makeDirectory(): Promise<void> {
    if (this.#isMade) return;
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const names = await readdir(this.directory);
    for (const name of names.filter((each) => !isPart(each)))
      await rm(join(this.directory, name), { force: true });
    const parts = names.filter(isPart);
    for (const [i, { size }] of (await this.#statsOf(parts)).entries()) this.#setSize(Number(parts[i]), size);
    this.#isMade = true;
  }

  #setSize(number: number, bytes: number): void {
    this.#bytes += bytes - (this.#sizes.get(number) ?? 0);
    this.#sizes.set(number, bytes);
  }

  #statsOf(names: readonly string[]) {
    return Promise.all(names.map((name) => stat(join(this.directory, name))));
  }

  /** Writes a part, and replaces an earlier part with its number. */
  async put(number: number, content: Buffer | string): Promise<void> {
    await this.#makeDirectory();
    await writeAtomically(join(this.directory, number.toString().padStart(NUMBER_DIGITS, "0")), content);
  }

  /** Like {@link put}, but throws {@link Refused} if all parts would be larger than the limit. */
  async putWithinLimit(number: number, content: Buffer | string): Promise<void> {
    await this.#makeDirectory();
    const bytes = Buffer.byteLength(content);
    const others = this.#bytes - (this.#sizes.get(number) ?? 0);
    if (others + bytes > this.#maxBytes)
      throw new Refused({ code: "file_too_large", detail: `${Math.floor(this.#maxBytes / MB)}` });
    await this.put(number, content);
    this.#setSize(number, bytes);
  }

  /**
   * Finds the paths of all `count` parts, in their order.
   *
   * @throws {Refused} if one is missing
   */
  async inOrder(count: number): Promise<string[]> {
    const names = (await readdir(this.directory)).filter(isPart).sort();
    if (names.length !== count || names.some((name, i) => Number(name) !== i))
      throw new Refused({ code: "file_part_missing" });
    return names.map((name) => join(this.directory, name));
  }

  /** Whether a part was written after a time, in milliseconds since 1970. */
  async isAnyNewerThan(ms: number): Promise<boolean> {
    const names = existsSync(this.directory) ? (await readdir(this.directory)).filter(isPart) : [];
    return (await this.#statsOf(names)).some(({ mtimeMs }) => mtimeMs > ms);
  }

  /** Removes all parts. */
  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
