/** Refusals per answer above which there are too many: a refusal costs a tenth to a third of an answer. */
const TOO_MANY = 1 / 4;
/** Difference of the longest and the shortest retry delay, in seconds: requests must not return all at once. */
const SPREAD_S = 5;
/** Limits of the longest retry delay, in seconds. */
const [MIN_RETRY_S, MAX_RETRY_S] = [SPREAD_S, 10];
/** Factor by which this delay grows in a window with too many refusals, and shrinks in any other window. */
const GROWTH = 1.25;

/**
 * Determines the retry delay of refused requests. In an overload, each refused sender tries again, and refusals alone
 * can take much of the time of a process. So senders must wait longer while there are too many refusals.
 */
export class Refusals {
  readonly #random: () => number;
  #count = 0;
  #longestS = MIN_RETRY_S;
  /** Maximum number of refusals in a window before there are too many; unknown before the first answers. */
  #allowed = Infinity;

  /** @param random returns a number from 0 to 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether there are too many refusals in this window, compared with the answers of the last one. */
  get areTooMany(): boolean {
    return this.#count > this.#allowed;
  }

  /** Counts a refusal. Returns its retry delay in seconds, which is random. */
  next(): number {
    this.#count++;
    return 1 + Math.floor(this.#longestS - SPREAD_S) + Math.floor(this.#random() * SPREAD_S);
  }

  /** Ends a window with this number of answers. A window without answers does not change the allowed number. */
  endWindow(answered: number): void {
    const next = this.areTooMany ? this.#longestS * GROWTH : this.#longestS / GROWTH;
    this.#longestS = Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, next));
    if (answered > 0) this.#allowed = answered * TOO_MANY;
    this.#count = 0;
  }
}
