import type { Redis } from "ioredis";
import { SharedRuns } from "../../../collections/shared-runs.ts";
import { mastersOf } from "../connection/cluster/cluster-connection.ts";
import { isSamePath, type Path, pathOf } from "../connection/cluster/path.ts";
import { watched } from "../connection/sends.ts";
import { NotDurable } from "../failures.ts";
import { listOf, readNumber } from "../replies.ts";
import { loadScript } from "../script.ts";
import { Operation, type Stream, streamOf } from "./operation.ts";
import type { DurableWait } from "./wait.ts";

const markDurableScript = loadScript("server/mark-durable");

const readCounts = listOf<number>("numbers of servers");

interface DurableWaitsOptions {
  wait: DurableWait;
  /**
   * Maximum duration of one wait, in milliseconds. During that time, the server serves nothing else on the connection.
   */
  timeoutMs: number;
  /**
   * Keys of marks, one for each partition. A mark is written if earlier writes may have come over another connection.
   */
  marks: readonly string[];
  /** Called with the seconds that each wait took, and whether the writes became durable. */
  onWait?: (seconds: number, isDurable: boolean) => void;
}

/** Why a write may not be durable; undefined if it is durable. */
type Outcome = NotDurable | undefined;

const changed = () => new NotDurable("the connection to Redis has changed during a write");

/**
 * Makes sure that writes over a connection are as durable as the configuration demands. A server counts only earlier
 * writes of the same connection, so the connection must stay the same from before the write until the end of the wait.
 */
export class DurableWaits {
  /** A separate connection: while a server waits, it serves nothing else on that connection. */
  readonly redis: Redis;
  readonly #options: DurableWaitsOptions;
  /** The waits by socket. */
  readonly #waits = new SharedRuns<Stream, Outcome>();

  constructor(redis: Redis, options: DurableWaitsOptions) {
    this.redis = redis;
    this.#options = options;
  }

  /** Returns the current path of a key's commands. Callers read it before they write the key. */
  pathOf(key: string): Path | undefined {
    return pathOf(this.redis, key);
  }

  /**
   * Waits until writes are durable. `written` has their keys, each with its path before the write. Resolves to an
   * outcome for each key, in this order: an error if its write may not be durable, undefined if it is durable.
   * `isShared` means that another connection may have written the keys.
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

  /** Makes an operation that records which masters it uses over this connection while it is {@link watched}. */
  newOperation(): Operation {
    return new Operation(this.redis);
  }

  /**
   * Runs work over this connection. Resolves once the writes that the work made without a command are durable. Rejects
   * with the error of the work or of {@link confirmAll}.
   */
  async during<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T> {
    const operation = this.newOperation();
    const result = await watched(operation, work);
    await this.confirmAll(operation, maxWaitMs);
    return result;
  }

  /**
   * Waits up to `maxWaitMs` until all data is durable that the masters of an operation had when the operation ended.
   *
   * @throws {NotDurable}
   */
  async confirmAll(operation: Operation, maxWaitMs: number): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
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

  /**
   * Waits until everything is durable that a server has written so far for any connection. This covers data that was
   * only read.
   */
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

  /** Starts a wait. Calls that come while a wait runs share the next one. */
  #waitFor(server: Redis, stream: Stream): Promise<Outcome> {
    return this.#waits.run(stream, () => this.#send(server, stream));
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
