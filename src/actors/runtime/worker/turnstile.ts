/** Runs work one piece after the other, in the order in which it came. */
export class Turnstile {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all earlier work has ended, whether it succeeded or not. */
  pass<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
