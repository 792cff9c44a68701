/**
 * Spaces out work that occupies the process for milliseconds, such as parsing a large body: after the work of a key, such
 * as a tenant, its next work waits for as long as that took. So the work of one key takes at most half of the time of a
 * process. Without this, one turn of the event loop would do all such work that has arrived, and a request of another
 * tenant, which needs several turns, would wait for seconds.
 */
export class TimeShares {
  /** The work that waits, by key; an empty list after work whose time is not over yet. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves when the next work of a key may begin. It must do its work before the next turn of the event loop. */
  async turn(key: string): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting) await new Promise<void>((begin) => waiting.push(begin));
    else this.#waiting.set(key, []);
    const since = performance.now();
    setImmediate(() => setTimeout(() => this.#next(key), performance.now() - since));
  }

  #next(key: string): void {
    const begin = this.#waiting.get(key)?.shift();
    if (begin) begin();
    else this.#waiting.delete(key);
  }
}
