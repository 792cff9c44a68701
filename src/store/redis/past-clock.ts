import { StoreClock } from "./clock.ts";

/**
 * A clock that shows a time of the past, and goes on only when its program says so. With it, a program writes what
 * happened earlier into a new store: see `scripts/demo.ts`. No service runs with it.
 */
export class PastClock extends StoreClock {
  #time: number;

  /** @param start milliseconds since 1970 */
  constructor(start: number) {
    super();
    this.#time = start;
  }

  override readonly now = () => this.#time;

  override observe(): void {
    // The time of the store is not that of this clock.
  }

  override compare(): Promise<void> {
    return Promise.resolve();
  }

  /** Moves the clock forward, in milliseconds since 1970. A time that has passed leaves it where it is. */
  advanceTo(time: number): void {
    this.#time = Math.max(this.#time, Math.floor(time));
  }
}
