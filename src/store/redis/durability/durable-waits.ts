import type { Redis } from "ioredis";
import { mastersOf } from "../cluster/cluster-connection.ts";
import { isSamePath, type Path, pathOf } from "../cluster/path.ts";
import { NotDurable } from "../failures.ts";
import { listOf, readNumber } from "../replies.ts";
import { loadScript } from "../script.ts";
import { watched } from "../sends.ts";
import { Operation, type Stream, streamOf } from "./operation.ts";
import type { DurableWait } from "./wait.ts";

const markDurableScript = loadScript("server/mark-durable");

const readCounts = listOf<number>("numbers of servers");

interface DurableWaitsOptions {
  wait: DurableWait;
  /** How long a server may wait at once, in milliseconds: until then it serves nothing else of the connection. */
  timeoutMs: number;
  /** Keys to write to, one of each partition, where what was written before may be of another connection. */
  marks: readonly string[];
  /** Called with the seconds of each wait, and whether it has reached what it was for. */
  onWait?: (seconds: number, isDurable: boolean) => void;
}

/** Undefined where what was written is durable. */
type Outcome = NotDurable | undefined;

const changed = () => new NotDurable("the connection to Redis has changed during a write");

/**
 * Makes sure that what was written over a connection is as durable as is wanted. A server counts only what the same
 * connection has written before, so the connection must be the same from before the write until the end of the wait.
 */
export class DurableWaits {
  /** A connection of its own: while a server waits, it serves nothing else of it. */
  readonly redis: Redis;
  readonly #options: DurableWaitsOptions;
  /** The wait of each connection that runs, and the one behind it. */
  readonly #running = new Map<Stream, Promise<Outcome>>();
  readonly #next = new Map<Stream, Promise<Outcome>>();

  constructor(redis: Redis, options: DurableWaitsOptions) {
    this.redis = redis;
    this.#options = options;
  }

  /** The way that a key's commands take now; to be noted before it is written. */
  pathOf(key: string): Path | undefined {
    return pathOf(this.redis, key);
  }

  /**
   * Waits until what was written is durable: keys, each with its way before the write. Resolves to an error for each
   * that is not known to be, in their order, else undefined. `isShared`: another connection may have written them.
   */
  async confirm(
    written: readonly { key: string; path: Path | undefined }[],
    { isShared = false } = {},
  ): Promise<Outcome[]> {
    const waits = new Map<Stream, Promise<Outcome>>();
    return Promise.all(
      written.map(async ({ key, path }) => {
        if (!path || !isSamePath(path, this.pathOf(key))) return changed();
        const { server, stream } = path;
        const begin = () => (isShared ? this.#markAndWait(server, stream) : this.#waitFor(server, stream));
        const wait = waits.get(stream) ?? begin();
        waits.set(stream, wait);
        return wait;
      }),
    );
  }

  /** One that notes the masters that it uses over this connection, while it is {@link watched}. */
  newOperation(): Operation {
    return new Operation(this.redis);
  }

  /**
   * Does some work over this connection. Resolves once what it wrote without a command is durable; rejects as the work and
   * {@link confirmAll} do.
   */
  async during<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
    const operation = this.newOperation();
    const result = await watched(operation, work);
    await this.confirmAll(operation, patienceMs);
    return result;
  }

  /**
   * Waits until all that the masters of an operation had written when it ended is durable, for up to `patienceMs`.
   * Throws {@link NotDurable}.
   */
  async confirmAll(operation: Operation, patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    const used = operation.masters();
    if (!used) throw changed();
    for (;;) {
      const masters = this.redis.status === "end" ? [] : mastersOf(this.redis);
      if (used.some(([server, stream]) => streamOf(server) !== stream || !masters.includes(server)))
        throw changed();
      const outcomes = await Promise.all(used.map(([server, stream]) => this.#markAndWait(server, stream)));
      const fault = outcomes.find((outcome) => outcome !== undefined);
      if (!fault) return;
      if (performance.now() >= deadline) throw fault;
    }
  }

  /** Waits for all that a server has written until now, whoever it was for: also an answer that was only read. */
  async #markAndWait(server: Redis, stream: Stream): Promise<Outcome> {
    const mark = this.#options.marks.find((key) => this.pathOf(key)?.server === server);
    try {
      if (streamOf(server) !== stream) return changed();
      if (mark !== undefined) await markDurableScript.run(server, [mark], []);
    } catch (cause) {
      return new NotDurable("whether a write is durable is unknown", { cause });
    }
    return this.#waitFor(server, stream);
  }

  /** A wait that begins from now on; all that ask while one runs share the next one. */
  #waitFor(server: Redis, stream: Stream): Promise<Outcome> {
    const running = this.#running.get(stream);
    if (!running) return this.#begin(server, stream);
    const known = this.#next.get(stream);
    if (known) return known;
    const next = running.then(() => {
      this.#next.delete(stream);
      return this.#begin(server, stream);
    });
    this.#next.set(stream, next);
    return next;
  }

  #begin(server: Redis, stream: Stream): Promise<Outcome> {
    const wait = this.#send(server, stream).finally(() => this.#running.delete(stream));
    this.#running.set(stream, wait);
    return wait;
  }

  async #send(server: Redis, stream: Stream): Promise<Outcome> {
    const { wait, timeoutMs, onWait } = this.#options;
    const { command, args } = wait;
    const since = performance.now();
    let fault: Outcome;
    try {
      if (streamOf(server) !== stream) return changed();
      const reply = await server.call(command, ...args, timeoutMs);
      const reached = command === "WAIT" ? [readNumber(reply)] : readCounts(reply);
      if (args.some((wanted, i) => (reached[i] ?? 0) < wanted))
        fault = new NotDurable(`${command} ${args.join(" ")} has reached only ${reached.join(" ")}`);
    } catch (cause) {
      fault = new NotDurable("whether a write is durable is unknown", { cause });
    }
    onWait?.((performance.now() - since) / 1000, fault === undefined);
    return fault;
  }
}
