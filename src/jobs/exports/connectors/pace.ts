import { setTimeout as pause } from "node:timers/promises";

/** At most `requests` in any period of `ms` milliseconds. */
interface RateLimit {
  requests: number;
  ms: number;
}

/** The times of the last answers under a limit; the newest overwrites the oldest. */
interface Window extends RateLimit {
  answerTimes: number[];
  next: number;
}

/**
 * Keeps the sequential requests of one sender below a platform's limits. A request counts from its answer, because the
 * time of its arrival is unknown. No period of the platform's clock therefore contains too many requests.
 */
export class Pace {
  readonly #windows: Window[];

  constructor(limits: readonly RateLimit[]) {
    this.#windows = limits.map((limit) => ({ ...limit, answerTimes: [], next: 0 }));
  }

  /** Waits for the rate limit, then makes the request. */
  async take<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const waits = this.#windows.map(
      ({ ms, answerTimes, next }) => (answerTimes[next] ?? -Infinity) + ms - performance.now(),
    );
    const wait = Math.ceil(Math.max(0, ...waits));
    if (wait > 0) await pause(wait, undefined, signal && { signal });
    try {
      return await request();
    } finally {
      for (const window of this.#windows) {
        window.answerTimes[window.next] = performance.now();
        window.next = (window.next + 1) % window.requests;
      }
    }
  }
}
