import type { Logger } from "pino";

interface Owned {
  name: string;
  release: () => unknown;
}

/**
 * The parts of a process that have started. They stop in the opposite order, and one failure does not skip the rest.
 */
export class Lifecycle {
  readonly #log: Logger;
  readonly #owned: Owned[] = [];
  #stopping: Promise<void> | undefined;
  #isStopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Registers how to release what was just acquired, and returns it. After {@link stop} has ended, it is released at
   * once.
   */
  own<T>(name: string, thing: T, release: (thing: T) => unknown): T {
    const owned = { name, release: () => release(thing) };
    if (this.#isStopped) void this.#release(owned);
    else this.#owned.push(owned);
    return thing;
  }

  /** Releases everything, the newest first. A second caller gets the same promise. */
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
