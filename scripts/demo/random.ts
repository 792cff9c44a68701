/** Random numbers that are the same in every run (mulberry32, by Tommy Ettinger; public domain). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  isHit(share: number): boolean {
    return this.next() < share;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    return this.pickBy(from, () => 1);
  }

  /** One of some values. Those with a greater weight are chosen more often. */
  pickBy<T>(from: readonly T[], weightOf: (each: T) => number): T {
    let left = this.next() * from.reduce((sum, each) => sum + weightOf(each), 0);
    for (const each of from) if ((left -= weightOf(each)) < 0) return each;
    const last = from.at(-1);
    if (last === undefined) throw new Error("there is nothing to pick from");
    return last;
  }

  /** The number of occurrences of an event that happens `mean` times on average (Poisson, by Knuth). */
  count(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count++;
    return count;
  }
}
