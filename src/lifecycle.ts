import type { Logger } from "pino";

interface Owned {
  name: string;
  release: () => unknown;
}

/** The parts of a process that have started. They stop in reverse order; if one fails to stop, the others still do. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #owned: Owned[] = [];
  #stopping: Promise<void> | undefined;
  #isStopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Registers a part that was just acquired and the function that releases it, and returns the part. After {@link stop}
   * has ended, the part is released immediately.
   */
  own<T>(name: string, part: T, release: (part: T) => unknown): T {
    const owned = { name, release: () => release(part) };
    if (this.#isStopped) void this.#release(owned);
    else this.#owned.push(owned);
    return part;
  }

  /** Releases all parts, the newest first. A second call returns the same promise. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    for (const owned of this.#owned.reverse()) await this.#release(owned);
    this.#isStopped = true;
  }

  async #release({ name, release }: Owned): Promise<void> {
    try {
      await release();
      this.#log.debug({ part: name }, "stopped");
    } catch (err) {
      this.#log.error({ err, part: name }, "cannot stop cleanly");
    }
  }
}
