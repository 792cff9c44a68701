/** Commands that may be on their way at a time, at least and at most. */
const MIN_SIZE = 8;
const MAX_SIZE = 64;
/** Replies that take so many times as long as the quickest show that the workers are busy. */
const BUSY = 3;
/** What remains of the window then. */
const SHRINK = 0.75;
/** Without a command for so long, in milliseconds, the quickest reply says nothing of the next one. */
const FORGET_MS = 10_000;

/**
 * How many commands background work may have on their way. Its commands wait in the same streams as those of requests,
 * so the time of its replies shows how long requests wait too: the window grows by one command after each round of quick
 * replies, and shrinks by a quarter after a round of slow ones (additive increase, multiplicative decrease; that the
 * time to the answer decides is the idea of TCP Vegas).
 */
export class WindowSize {
  #size = MIN_SIZE;
  #quickest = Number.POSITIVE_INFINITY;
  #round = { replies: 0, ms: 0 };
  #lastAt = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#size;
  }

  /**
   * Notes a reply that came at `now` after `ms`, both in milliseconds.
   * @param isFull whether other commands wait for room: only then a larger window would be used
   */
  note(now: number, ms: number, isFull: boolean): void {
    if (now - this.#lastAt > FORGET_MS) this.#forget();
    this.#lastAt = now;
    this.#quickest = Math.min(this.#quickest, ms);
    const round = this.#round;
    round.replies++;
    round.ms += ms;
    if (round.replies < this.#size) return;
    if (round.ms / round.replies > this.#quickest * BUSY) return this.shrink();
    if (isFull) this.#size = Math.min(MAX_SIZE, this.#size + 1);
    this.#round = { replies: 0, ms: 0 };
  }

  /** Replies were slow, or a command got none: how fast that was says nothing of the workers. */
  shrink(): void {
    this.#size = Math.max(MIN_SIZE, Math.floor(this.#size * SHRINK));
    this.#round = { replies: 0, ms: 0 };
  }

  #forget(): void {
    this.#size = MIN_SIZE;
    this.#quickest = Number.POSITIVE_INFINITY;
    this.#round = { replies: 0, ms: 0 };
  }
}

/** Has the commands of background work wait until there is room for them, the first first. */
export class CommandWindow {
  readonly #size = new WindowSize();
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  /** Sends a command once there is room. Resolves and rejects as `send` does. */
  async pass<T>(send: () => Promise<T>): Promise<T> {
    if (this.#open < this.#size.size) this.#open++;
    else await new Promise<void>((go) => this.#waiting.push(go));
    const started = performance.now();
    try {
      const reply = await send();
      const now = performance.now();
      this.#size.note(now, now - started, this.#waiting.length > 0);
      return reply;
    } catch (err) {
      this.#size.shrink();
      throw err;
    } finally {
      this.#open--;
      this.#letIn();
    }
  }

  #letIn(): void {
    while (this.#open < this.#size.size) {
      const go = this.#waiting.shift();
      if (!go) return;
      this.#open++;
      go();
    }
  }
}
