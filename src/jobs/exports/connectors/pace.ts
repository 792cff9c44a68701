import { setTimeout as pause } from "node:timers/promises";

/** In any `ms` milliseconds at most `requests`. */
export interface RateLimit {
  requests: number;
  ms: number;
}

/** When the last requests under a limit were answered; the newest overwrites the oldest. */
interface Window extends RateLimit {
  answered: number[];
  next: number;
}

/**
 * Keeps the requests of one sender, one after the other, under a platform's limits. A request counts from its answer on,
 * as nobody here knows when it arrived before that: so no window of the platform's clock ever holds more.
 */
export class Pace {
  readonly #windows: Window[];

  constructor(limits: readonly RateLimit[]) {
    this.#windows = limits.map((limit) => ({ ...limit, answered: [], next: 0 }));
  }

  /** Waits for its turn, then makes the request. */
  async take<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const waits = this.#windows.map(
      ({ ms, answered, next }) => (answered[next] ?? -Infinity) + ms - performance.now(),
    );
    const wait = Math.ceil(Math.max(0, ...waits));
    if (wait > 0) await pause(wait, undefined, signal && { signal });
    try {
      return await request();
    } finally {
      for (const window of this.#windows) {
        window.answered[window.next] = performance.now();
        window.next = (window.next + 1) % window.requests;
      }
    }
  }
}
