import { StoreClock } from "./clock.ts";

/**
 * A clock that shows a time in the past, and advances only when its program moves it. A program uses it to write a
 * history into a new store: see `scripts/demo.ts`. No service runs with it.
 */
export class PastClock extends StoreClock {
  #time: number;

  /** @param start milliseconds since 1970. Fractions are dropped: the store's times are whole, and a worker needs that. */
  constructor(start: number) {
    super();
    this.#time = Math.floor(start);
  }

  override readonly now = () => this.#time;

  override observe(): void {
    // This clock does not follow the store's time.
  }

  override compare(): Promise<void> {
    return Promise.resolve();
  }

  /** Moves the clock forward to a time in milliseconds since 1970. An earlier time has no effect. */
  advanceTo(time: number): void {
    this.#time = Math.max(this.#time, Math.floor(time));
  }
}
