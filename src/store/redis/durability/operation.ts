import type { Redis } from "ioredis";

/** The connection itself; none before it is opened for the first time. */
export type Stream = Redis["stream"] | undefined;

/** The connection to a server at this moment. */
export const streamOf = (server: Redis): Stream => server.stream;

/** The masters that one operation, such as a request, has sent something to. */
export class Operation {
  readonly #streams = new Map<Redis, Stream>();
  #hasChanged = false;

  /** Notes that something is sent to a master. */
  readonly note = (server: Redis): void => {
    const stream = streamOf(server);
    if (this.#streams.has(server) && this.#streams.get(server) !== stream) this.#hasChanged = true;
    this.#streams.set(server, stream);
  };

  /** The masters, each with its connection; undefined where one was used over more than one connection. */
  masters(): [master: Redis, stream: Stream][] | undefined {
    return this.#hasChanged ? undefined : [...this.#streams];
  }
}
