import { type Command, Redis, type RedisOptions } from "ioredis";
import { defined } from "../../../collections/defined.ts";
import { watchersHere } from "./sends.ts";

/** Options for the behaviour of a connection. Its destination comes from an address. */
export type ServerOptions = Omit<RedisOptions, "replyMapping"> & {
  /** How long answers may be missing before the connection is closed, in milliseconds. */
  silenceMs?: number;
  /**
   * Whether to send a ping if no other command waits for an answer. Otherwise an idle connection's silence is noticed
   * late.
   */
  isProbed?: boolean;
  /** Whether nothing is written over the connection, not even by scripts. */
  isReading?: boolean;
};

/** The library's text for a command of a closed connection. */
const CLOSED = "Connection is closed.";

/** A queue of the library with commands that have no reply. */
interface CommandQueue {
  shift: () => { command: Command } | undefined;
}

const isQueue = (value: unknown): value is CommandQueue =>
  typeof value === "object" && value !== null && "shift" in value;

/** Number of consecutive checks without an answer after which the peer counts as gone. */
const MAX_SILENT_CHECKS = 4;
/** Consecutive checks that find no traffic before a ping is sent. */
const MAX_IDLE_CHECKS = 2;

/**
 * A connection to one server. The commands of one pass of the event loop are written to the socket together: the
 * library writes each command separately, and such a write costs several times as much as encoding the command.
 *
 * A peer that fails silently is noticed by missing answers. The library's own timer (`socketTimeout`) cannot
 * distinguish a server that stopped from a process of ours that was suspended: it fires before the answers are read
 * that have arrived in the meantime.
 *
 * Duplicates of it, such as those that the job queues make, behave in the same way.
 */
export class ServerConnection extends Redis {
  #corked: Redis["stream"] | undefined;
  /** The stream that is being closed in order to reconnect. */
  #reconnecting: Redis["stream"] | undefined;
  readonly #isReading: boolean;
  readonly #isProbed: boolean;
  #isClosed = false;

  constructor({ silenceMs, isReading = false, isProbed = false, ...options }: ServerOptions) {
    super(options);
    // Any number of commands may wait until it is ready, such as those that a cluster redirects in a failover.
    this.setMaxListeners(0);
    this.#isReading = isReading;
    this.#isProbed = isProbed;
    const duplicate = (override: ServerOptions = {}) =>
      new ServerConnection({ ...options, ...defined({ silenceMs }), isReading, isProbed, ...override });
    // The library's method makes a connection of the library's class. An override would need a cast, because its type
    // depends on `replyMapping`, which no connection here has. It is configurable because the job queues wrap it.
    Object.defineProperty(this, "duplicate", { value: duplicate, configurable: true });
    if (silenceMs !== undefined) this.on("connect", () => this.#watchSilence(this.stream, silenceMs));
    this.on("end", () => this.#rejectRepeats());
    if (options.sentinels) this.on("end", () => this.#reopen());
  }

  override sendCommand(...args: Parameters<Redis["sendCommand"]>): unknown {
    if (this.status === "ready" && this.#corked !== this.stream) this.#cork(this.stream);
    const watchers = watchersHere();
    if (watchers) for (const watcher of watchers) watcher.onSent(this, args[0], this.#isReading);
    if (args[0].name === "quit") this.#isClosed = true;
    return super.sendCommand(...args);
  }

  /**
   * Closes the connection permanently, or opens it again with `reconnect`. A closed connection emits `end`, also
   * between two attempts to connect, when the library emits nothing: other code closes its own connections on this
   * event.
   */
  override disconnect(reconnect = false): void {
    if (!reconnect) this.#isClosed = true;
    else if (this.status === "ready") {
      // Each command that a former primary refuses asks for a reconnection.
      if (this.#reconnecting === this.stream) return;
      this.#reconnecting = this.stream;
    }
    const isBetween = this.status === "reconnecting" && !reconnect;
    super.disconnect(reconnect);
    if (!isBetween) return;
    // The library does not reject commands that wait for the next attempt.
    const flush: unknown = Reflect.get(this, "flushQueue");
    if (typeof flush === "function") flush.call(this, new Error(CLOSED));
    this.status = "end";
    this.emit("end");
  }

  /**
   * Rejects the commands that the library keeps in order to send them again, as soon as the connection is open. If it
   * ends before, the library forgets them: their senders would wait forever.
   */
  #rejectRepeats(): void {
    const repeats: unknown = Reflect.get(this, "prevCommandQueue");
    if (!isQueue(repeats)) return;
    for (let item = repeats.shift(); item; item = repeats.shift()) item.command.reject(new Error(CLOSED));
  }

  /**
   * Opens the connection again if the library has ended it. The library does so if a Sentinel reports a new primary
   * while it is asking the Sentinels for one: it treats that as a failed connection without a further attempt.
   */
  #reopen(): void {
    const delayMs = this.#isClosed ? null : this.options.retryStrategy?.(1);
    if (typeof delayMs !== "number") return;
    setTimeout(() => {
      // A failure is emitted as an error, and leads to another attempt.
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

  #probe(): void {
    // If no answer comes, the connection is closed and reports that itself.
    if (this.status === "ready") this.ping().catch(() => undefined);
  }

  /**
   * Counts checks, not time: even if this process was suspended, it reads the answers that have arrived between two
   * checks.
   */
  #watchSilence(stream: Redis["stream"], silenceMs: number): void {
    let [silentChecks, idleChecks, read] = [0, 0, stream.bytesRead];
    const check = () => {
      const isQuiet = stream.bytesRead === read;
      const isSilent = this.commandQueue.length > 0 && isQuiet;
      read = stream.bytesRead;
      silentChecks = isSilent ? silentChecks + 1 : 0;
      idleChecks = isQuiet && !isSilent ? idleChecks + 1 : 0;
      if (this.#isProbed && idleChecks >= MAX_IDLE_CHECKS) this.#probe();
      if (silentChecks > MAX_SILENT_CHECKS)
        stream.destroy(new Error(`no answer from Redis for ${silenceMs} milliseconds`));
    };
    const timer = setInterval(check, silenceMs / MAX_SILENT_CHECKS).unref();
    stream.once("close", () => clearInterval(timer));
  }
}
