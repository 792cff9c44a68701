import type { Archive } from "../../../src/store/changes/archive.ts";

/** An archive in memory. */
export class MemoryArchive implements Archive {
  readonly kind = "files";
  readonly contents = new Map<string, Buffer>();
  /** Called after a segment is written. */
  afterWrite: (name: string) => Promise<void> | void = () => undefined;

  async write(name: string, content: Buffer): Promise<void> {
    if (this.contents.has(name)) throw new Error("a segment is written twice");
    this.contents.set(name, content);
    await this.afterWrite(name);
  }

  read(name: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.contents.get(name));
  }

  async *list(tenant = ""): AsyncGenerator<string[]> {
    await Promise.resolve();
    yield [...this.contents.keys()].filter((name) => tenant === "" || name.startsWith(`${tenant}/`));
  }

  remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.contents.delete(name);
    return Promise.resolve();
  }
}
