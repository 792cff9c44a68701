import type { Archive } from "../../store/changes/archive.ts";
import type { Bucket } from "../exports/connectors/bucket.ts";

const CONTENT_TYPE = "application/gzip";

/** Stores segments as objects of S3-compatible storage, in their own folder. */
export class S3Archive implements Archive {
  readonly kind = "s3";
  readonly #bucket: Bucket;
  readonly #folder: string;

  /** @param folder without a slash at its end */
  constructor(bucket: Bucket, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  #keyOf(name: string): string {
    return `${this.#folder}/${name}`;
  }

  write(name: string, content: Buffer): Promise<void> {
    return this.#bucket.put(this.#keyOf(name), content, CONTENT_TYPE);
  }

  read(name: string): Promise<Buffer | undefined> {
    return this.#bucket.get(this.#keyOf(name));
  }

  async *list(tenant?: string): AsyncGenerator<string[]> {
    const start = this.#keyOf("");
    for await (const keys of this.#bucket.list(tenant === undefined ? start : `${start}${tenant}/`))
      yield keys.map((key) => key.slice(start.length));
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#bucket.delete(this.#keyOf(name));
  }
}
