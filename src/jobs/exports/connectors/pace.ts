import { setTimeout as pause } from "node:timers/promises";

/** In any `ms` milliseconds at most `requests`. */
interface RateLimit {
  requests: number;
  ms: number;
}

/** When the last requests under a limit were answered; the newest overwrites the oldest. */
interface Window extends RateLimit {
  answered: number[];
  next: number;
}

/**
 * Keeps the sequential requests of one sender below a platform's limits. A request counts from its answer, because the
 * time of its arrival is unknown. So no window of the platform's clock ever contains more.
 */
export class Pace {
  readonly #windows: Window[];

  constructor(limits: readonly RateLimit[]) {
    this.#windows = limits.map((limit) => ({ ...limit, answered: [], next: 0 }));
  }

  /** Waits for the rate limit, then makes the request. */
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
