import type { Redis } from "ioredis";
import { leadsTo } from "../connection/cluster/path.ts";
import type { SendWatcher } from "../connection/sends.ts";

/** The socket of a connection; undefined before it is opened for the first time. */
export type Stream = Redis["stream"] | undefined;

/** Returns the current socket of a connection. */
export const streamOf = (server: Redis): Stream => server.stream;

/**
 * The masters that one operation, such as a request, has used over a connection to the store: those that it wrote to,
 * and those that it read from, because the data that it read may be as new.
 */
export class Operation implements SendWatcher {
  readonly #redis: Redis;
  readonly #streams = new Map<Redis, Stream>();
  #hasChanged = false;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Records that a command is sent to a server. */
  onSent(server: Redis): void {
    if (server.status !== "ready" || !leadsTo(this.#redis, server)) return;
    const stream = streamOf(server);
    if (this.#streams.has(server) && this.#streams.get(server) !== stream) this.#hasChanged = true;
    this.#streams.set(server, stream);
  }

  /** Returns the masters, each with its socket; undefined if one of them was used over more than one socket. */
  masters(): [master: Redis, stream: Stream][] | undefined {
    return this.#hasChanged ? undefined : [...this.#streams];
  }
}
