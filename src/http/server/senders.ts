import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Marks a connection that several senders use. */
const SEVERAL = Symbol("several senders");

/**
 * Records whether all requests of a connection have the same sender, according to `Authorization`. The connection of a
 * proxy has requests of many senders, also of several tenants.
 */
export class Senders {
  readonly #byConnection = new WeakMap<Socket, string | typeof SEVERAL>();

  /** Records the sender of a request. */
  add({ socket, headers: { authorization = "" } }: IncomingMessage): void {
    const before = this.#byConnection.get(socket);
    if (before === authorization || before === SEVERAL) return;
    this.#byConnection.set(socket, before === undefined ? authorization : SEVERAL);
  }

  /** Whether all requests so far on a request's connection had the same sender. */
  isOne({ socket }: IncomingMessage): boolean {
    return this.#byConnection.get(socket) !== SEVERAL;
  }
}
