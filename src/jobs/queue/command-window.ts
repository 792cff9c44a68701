/** Commands that may be on their way at a time, at least and at most. */
const MIN_SIZE = 8;
const MAX_SIZE = 64;
/**
 * How long a command may take on average, in milliseconds: about the time that a request may wait for background work.
 */
const TARGET_MS = 8;
/** Added to it if replies wait for a disk or a replica: Redis may sync to disk only every second. */
const DURABLE_MS = 1000;
/** By how many commands the window grows. */
const GROWTH = 4;
/** Factor by which the window shrinks if commands take longer. */
const SHRINK = 0.75;

/**
 * How many commands background work may have on their way. They wait in the same streams as those of requests, so how
 * long they take shows how long requests wait too. The window grows after a round of replies that kept to the target,
 * and shrinks by a quarter after one that did not (additive increase, multiplicative decrease).
 */
export class WindowSize {
  readonly #targetMs: number;
  #size = MIN_SIZE;
  #round = { replies: 0, ms: 0 };

  constructor(targetMs = TARGET_MS) {
    this.#targetMs = targetMs;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Notes how long a command took, in milliseconds.
   * @param isFull whether other commands wait for room: only then a larger window would be used
   */
  note(ms: number, isFull: boolean): void {
    const round = this.#round;
    round.replies++;
    round.ms += ms;
    if (round.replies < this.#size) return;
    if (round.ms / round.replies > this.#targetMs) this.shrink();
    else this.#resize(isFull ? this.#size + GROWTH : this.#size);
  }

  /** Shrinks the window: commands take too long, or one got no reply. */
  shrink(): void {
    this.#resize(Math.floor(this.#size * SHRINK));
  }

  #resize(size: number): void {
    this.#size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
    this.#round = { replies: 0, ms: 0 };
  }
}

/** Lets the commands of background work wait until there is room for them, in their order. */
export class CommandWindow {
  readonly #size: WindowSize;
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  /** @param isDurable whether replies wait for more than the memory of Redis */
  constructor(isDurable = false) {
    this.#size = new WindowSize(isDurable ? TARGET_MS + DURABLE_MS : TARGET_MS);
  }

  /** Sends a command once there is room. Resolves and rejects as `send` does, which says how long the command took. */
  async pass<T extends { ms: number }>(send: () => Promise<T>): Promise<T> {
    if (this.#open < this.#size.size) this.#open++;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      const timed = await send();
      this.#size.note(timed.ms, this.#waiting.length > 0);
      return timed;
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
