/** Refusals for each answer from which on there are too many: one costs the process a tenth to a third of an answer. */
const TOO_MANY = 1 / 4;
/** Bounds of the longest time after which a refused request should be sent again, in seconds. */
const [MIN_RETRY_S, MAX_RETRY_S] = [5, 10];
/** By how much that time grows in a window with too many refusals, and shrinks in one without. */
const GROWTH = 1.25;

/**
 * When refused requests should be sent again. In an overload each refused sender comes back, and refusals alone can take
 * much of the time of a process. So while there are too many of them, senders are asked to wait longer.
 */
export class Refusals {
  readonly #random: () => number;
  #count = 0;
  #longestS = MIN_RETRY_S;
  /** Refusals in a window that are not too many; it is not known before the first answers. */
  #allowed = Infinity;

  /** @param random number from 0 to 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether there are too many in this window, for what was answered in the last one. */
  get areTooMany(): boolean {
    return this.#count > this.#allowed;
  }

  /** Notes a refusal. Returns the seconds after which to send it again: random, so that not all are sent again at once. */
  next(): number {
    this.#count++;
    return 1 + Math.floor(this.#random() * this.#longestS);
  }

  /** Ends a window of time with so many answers. While there are none, nothing new is known. */
  endWindow(answered: number): void {
    const next = this.areTooMany ? this.#longestS * GROWTH : this.#longestS / GROWTH;
    this.#longestS = Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, next));
    if (answered > 0) this.#allowed = answered * TOO_MANY;
    this.#count = 0;
  }
}
