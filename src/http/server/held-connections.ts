import type { IncomingMessage } from "node:http";

/** Time that refusals may take of one turn of the event loop, in milliseconds: all else waits for its end. */
const TURN_MS = 1;

/**
 * Connections that are not read for a while after a refusal. In an overload, refusals alone can take all the time of a
 * process, and what was let in is not answered. So where they take too long of a turn of the event loop, the next request
 * of a refused connection is not read before it is welcome: it waits at its sender, and costs nothing.
 */
export class HeldConnections {
  readonly #now: () => number;
  /** When the first refusal of this turn came. */
  #since: number | undefined;

  /** @param now monotonic time in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Notes a refusal, whose sender should retry after `ms`. Its connection is held where there were many in this turn. */
  refused(req: IncomingMessage, ms: number): void {
    const now = this.#now();
    if (this.#since === undefined) {
      this.#since = now;
      setImmediate(() => (this.#since = undefined));
    } else if (now - this.#since >= TURN_MS) req.once("close", () => hold(req, ms));
  }
}

function hold({ socket }: IncomingMessage, ms: number): void {
  socket.pause();
  setTimeout(() => socket.resume(), ms).unref();
}
