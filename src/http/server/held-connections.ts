import type { IncomingMessage } from "node:http";

/** The limit of concurrent requests. */
interface Bound {
  /** Returns how many more requests would be admitted now. */
  room(): number;
  readonly refusals: { readonly areTooMany: boolean };
}

/** Time between two checks for room, in milliseconds. */
const CHECK_MS = 50;

/**
 * Pauses reading from connections after a refusal: in an overload, refusals alone can take much of the time of a
 * process. The next request of a held connection waits at its sender and costs nothing, until the retry delay of the
 * refusal has passed, or until there is room and few requests are refused. The connections that have been held longest
 * are resumed first.
 */
export class HeldConnections {
  readonly #bound: Bound;
  readonly #held = new Set<() => void>();
  #checks: NodeJS.Timeout | undefined;

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  /** Holds the connection of a request after the end of the request, for at most `ms`. */
  hold(req: IncomingMessage, ms: number): void {
    req.once("close", () => {
      const { socket } = req;
      const release = () => {
        clearTimeout(timer);
        this.#held.delete(release);
        socket.resume();
      };
      const timer = setTimeout(release, ms).unref();
      socket.pause();
      this.#held.add(release);
      this.#checks ??= setInterval(() => this.#check(), CHECK_MS).unref();
    });
  }

  #check(): void {
    let room = this.#bound.refusals.areTooMany ? 0 : this.#bound.room();
    for (const release of this.#held) {
      if (room-- <= 0) return;
      release();
    }
    clearInterval(this.#checks);
    this.#checks = undefined;
  }
}
