import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Stands for those of a connection with several senders. */
const SEVERAL = Symbol("several senders");

/**
 * Whether a connection carries the requests of one sender alone, as their `Authorization` says. That of a proxy carries
 * the requests of many, of other tenants too.
 */
export class Senders {
  readonly #byConnection = new WeakMap<Socket, string | typeof SEVERAL>();

  /** Notes who sends a request. */
  note({ socket, headers: { authorization = "" } }: IncomingMessage): void {
    const before = this.#byConnection.get(socket);
    if (before === authorization || before === SEVERAL) return;
    this.#byConnection.set(socket, before === undefined ? authorization : SEVERAL);
  }

  /** Whether all requests of a request's connection so far had the same sender. */
  isOne({ socket }: IncomingMessage): boolean {
    return this.#byConnection.get(socket) !== SEVERAL;
  }
}
