/** Promises of work beside a loop. Without it, the first error would end the program at once, and its services would stay. */
export class Beside {
  readonly #all: Promise<void>[] = [];
  #failure: { err: unknown } | undefined;

  get count(): number {
    return this.#all.length;
  }

  add(work: Promise<unknown>): void {
    const noted = work.then(
      () => undefined,
      (err: unknown) => {
        this.#failure ??= { err };
      },
    );
    this.#all.push(noted);
  }

  /** @throws the first error so far */
  check(): void {
    if (this.#failure) throw this.#failure.err;
  }

  /** Resolves when all work has ended. Rejects with the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#all);
    this.check();
  }
}
