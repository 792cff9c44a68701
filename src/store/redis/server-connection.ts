import { Redis, type RedisOptions } from "ioredis";
import { defined } from "../defined.ts";
import { watchersHere } from "./sends.ts";

/** How a connection behaves; where it leads is what an address says. */
export type StoreOptions = Omit<RedisOptions, "replyMapping"> & {
  /** How long an answer may fail to come before the connection breaks, in milliseconds. */
  silenceMs?: number;
  /** Nothing is written over it, also by its scripts. */
  isReading?: boolean;
};

/** Looks at a connection in a row that find no answer, before its peer counts as gone. */
const MAX_SILENT_CHECKS = 4;

/**
 * A connection to one server. What is sent to it in one pass of the event loop goes out together: the library writes each
 * command by itself, and such a write costs several times what it costs to pack the command.
 *
 * A peer that vanished silently is noticed by missing answers. The timer of the library (`socketTimeout`) takes a
 * process that stood still for a server that did: it runs before the answers that have come meanwhile are read.
 *
 * Its duplicates, such as those that the job queues make, are connections like it.
 */
export class ServerConnection extends Redis {
  #corked: Redis["stream"] | undefined;
  /** The stream that is being closed, so that it is opened again. */
  #left: Redis["stream"] | undefined;
  readonly #isReading: boolean;
  #isClosed = false;

  constructor({ silenceMs, isReading = false, ...options }: StoreOptions) {
    super(options);
    this.#isReading = isReading;
    const duplicate = (override: StoreOptions = {}) =>
      new ServerConnection({ ...options, ...defined({ silenceMs }), isReading, ...override });
    // The library's own makes a connection of its class. As an override it would need a cast: its type follows
    // `replyMapping`, which no connection here has. The job queues wrap it.
    Object.defineProperty(this, "duplicate", { value: duplicate, configurable: true });
    if (silenceMs !== undefined) this.on("connect", () => this.#watchSilence(this.stream, silenceMs));
    if (options.sentinels) this.on("end", () => this.#reopen());
  }

  override sendCommand(...args: Parameters<Redis["sendCommand"]>): unknown {
    if (this.status === "ready" && this.#corked !== this.stream) this.#cork(this.stream);
    const watchers = watchersHere();
    if (watchers) for (const watcher of watchers) watcher.noteSent(this, args[0], this.#isReading);
    if (args[0].name === "quit") this.#isClosed = true;
    return super.sendCommand(...args);
  }

  /**
   * Closes it for good, or opens it again with `reconnect`. What is closed emits `end`, also between two attempts to
   * connect, where the library says nothing: others close their own connections then.
   */
  override disconnect(reconnect = false): void {
    if (!reconnect) this.#isClosed = true;
    else if (this.status === "ready") {
      // Each command that a former primary refuses asks for another connection.
      if (this.#left === this.stream) return;
      this.#left = this.stream;
    }
    const isBetween = this.status === "reconnecting" && !reconnect;
    super.disconnect(reconnect);
    if (!isBetween) return;
    // The library leaves what waits for the next attempt without an answer.
    const flush: unknown = Reflect.get(this, "flushQueue");
    if (typeof flush === "function") flush.call(this, new Error("Connection is closed."));
    this.status = "end";
    this.emit("end");
  }

  /**
   * Opens it again where the library has ended it by itself: when a Sentinel reports a new primary while it asks the
   * Sentinels for one, it takes that for a failure to connect for which there is no other attempt.
   */
  #reopen(): void {
    const delayMs = this.#isClosed ? null : this.options.retryStrategy?.(1);
    if (typeof delayMs !== "number") return;
    setTimeout(() => {
      // A failure is emitted as an error, and ends in another attempt.
      if (!this.#isClosed) this.connect().catch(() => undefined);
    }, delayMs);
  }

  #cork(stream: Redis["stream"]): void {
    this.#corked = stream;
    stream.cork();
    setImmediate(() => {
      if (this.#corked === stream) this.#corked = undefined;
      stream.uncork();
    });
  }

  /** Counts in looks: however long this process stands still, between two of them it reads what has come. */
  #watchSilence(stream: Redis["stream"], silenceMs: number): void {
    let [silentLooks, read] = [0, stream.bytesRead];
    const look = () => {
      const isSilent = this.commandQueue.length > 0 && stream.bytesRead === read;
      read = stream.bytesRead;
      silentLooks = isSilent ? silentLooks + 1 : 0;
      if (silentLooks > MAX_SILENT_CHECKS)
        stream.destroy(new Error(`no answer from Redis for ${silenceMs} milliseconds`));
    };
    const looks = setInterval(look, silenceMs / MAX_SILENT_CHECKS).unref();
    stream.once("close", () => clearInterval(looks));
  }
}
