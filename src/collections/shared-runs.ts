/**
 * Runs work one run after the other, by key. Calls during a run share the next one, because the current one may have
 * passed what they need.
 */
export class SharedRuns<K, T> {
  readonly #running = new Map<K, Promise<T>>();
  readonly #next = new Map<K, Promise<T>>();

  /** Runs `work`, or shares the run that begins next. Settles like that run: a failed run does not stop the next one. */
  run(key: K, work: () => Promise<T>): Promise<T> {
    const known = this.#next.get(key);
    if (known) return known;
    const running = this.#running.get(key);
    if (!running) return this.#begin(key, work);
    const begin = () => {
      this.#next.delete(key);
      return this.#begin(key, work);
    };
    const next = running.then(begin, begin);
    this.#next.set(key, next);
    return next;
  }

  #begin(key: K, work: () => Promise<T>): Promise<T> {
    const run = work().finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return run;
  }
}
