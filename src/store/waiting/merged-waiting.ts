import { byPosition, type WaitingCursor } from "./waiting-set.ts";

/** Reads the next wishes of one list after a position; fewer than `count` only at its end. */
export type ReadNext = (cursor: WaitingCursor | undefined, count: number) => Promise<WaitingCursor[]>;

/** How many times an even share is read of each list, because the lists differ in length. */
const MARGIN = 1.5;

/** The wishes of a list that were read and are not in the result yet. */
class Part {
  readonly #readNext: ReadNext;
  #cursor: WaitingCursor | undefined;
  #wishes: WaitingCursor[] = [];
  #size: number;
  isAtEnd = false;

  constructor(readNext: ReadNext, cursor: WaitingCursor | undefined, size: number) {
    this.#readNext = readNext;
    this.#cursor = cursor;
    this.#size = size;
  }

  /** The position after the last wish that was read. */
  get cursor(): WaitingCursor | undefined {
    return this.#cursor;
  }

  /** Reads the next wishes if none are left. The steps grow, because a list may have most of the wishes. */
  async fill(): Promise<void> {
    if (this.isAtEnd || this.#wishes.length > 0) return;
    this.#wishes = await this.#readNext(this.#cursor, this.#size);
    this.isAtEnd = this.#wishes.length < this.#size;
    this.#cursor = this.#wishes.at(-1) ?? this.#cursor;
    this.#size *= 2;
  }

  /** Takes the wishes up to a position; without one, all that were read. */
  takeUpTo(end: WaitingCursor | undefined): WaitingCursor[] {
    const next = end ? this.#wishes.findIndex((wish) => byPosition(wish, end) > 0) : -1;
    return this.#wishes.splice(0, next < 0 ? this.#wishes.length : next);
  }
}

/**
 * Reads the next wishes of several lists together, the oldest first. The result is complete up to the position that all
 * lists have reached. A wish that two lists have at the same position occurs once.
 */
export async function mergedAfter(
  lists: readonly ReadNext[],
  cursor: WaitingCursor | undefined,
  count: number,
): Promise<WaitingCursor[]> {
  const size = Math.ceil((count / lists.length) * MARGIN);
  const parts = lists.map((readNext) => new Part(readNext, cursor, size));
  const found: WaitingCursor[] = [];
  for (;;) {
    await Promise.all(parts.map((part) => part.fill()));
    const reached = parts.flatMap((part) => (part.isAtEnd ? [] : (part.cursor ?? []))).sort(byPosition);
    const end = reached[0];
    const complete = parts.flatMap((part) => part.takeUpTo(end)).sort(byPosition);
    found.push(...complete.filter((wish, i) => wish.itemId !== complete[i - 1]?.itemId));
    if (found.length >= count || !end) return found.slice(0, count);
  }
}
