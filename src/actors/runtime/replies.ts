import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { numbersBelow } from "../../collections/numbers-below.ts";
import { SharedRuns } from "../../collections/shared-runs.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { replyIn } from "../../store/partition/entries.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import { entriesOf, type StreamEntry } from "../../store/partition/streams.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { BLOCK_MS } from "../../store/redis/connection/connections.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import type { Reply } from "../reply.ts";

/** How long a reply waits for its HTTP process. */
export const REPLY_LIFETIME_MS = 60_000;
/** Maximum number of replies that are read at once from one partition. */
const BATCH_SIZE = 500;
/** Pause after a failed read, in milliseconds. */
const RETRY_MS = 200;

const decodeReply = decoderOf<Reply>("reply", { needs: "ok" });

/** A request that waits for the reply to its command. */
export interface Pending {
  readonly partition: number;
  /** When the sender gives up, by this process's monotonic clock, in milliseconds. */
  readonly deadline: number;
  /** Entry id of the command in its stream, once known. */
  entryId: string | undefined;
  /** Whether the outcome of the command is being determined. */
  isResolving: boolean;
  /** `repliedAt` is the entry id of the reply in its stream; absent if the worker is in this process. */
  resolve(reply: Reply, repliedAt?: string): void;
  reject(reason: Error): void;
}

/**
 * The requests of this process that wait for a reply. A worker in the same process delivers replies directly. Any other
 * worker puts a reply into the partition's reply stream for this process, in the same script that commits.
 */
export class Replies {
  readonly instance: string;
  readonly #pending = new Map<string, Pending>();
  readonly #keys: Keys;
  readonly #positions: Map<string, string>;
  /** The reads of {@link Replies.recover}, by stream. */
  readonly #recoveries = new SharedRuns<string, void>();

  constructor(instance: string, keys: Keys, partitions: number) {
    this.instance = instance;
    this.#keys = keys;
    const numbers = numbersBelow(partitions);
    this.#positions = new Map(numbers.map((partition) => [keys.replies(partition, instance), "0-0"]));
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Returns the requests in the order of their deadlines. */
  waiting(): Iterable<[requestId: string, pending: Pending]> {
    return this.#pending;
  }

  expect(requestId: string, pending: Pending): void {
    this.#pending.set(requestId, pending);
  }

  find(requestId: string): Pending | undefined {
    return this.#pending.get(requestId);
  }

  /** Stops waiting for a request. */
  forget(requestId: string): Pending | undefined {
    const pending = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    return pending;
  }

  /** Rejects a request, if it still waits. */
  refuse(requestId: string, reason: Error): void {
    this.forget(requestId)?.reject(reason);
  }

  /** Records the entry id of a command in its stream. */
  setEntryId(requestId: string, entryId: string): void {
    const pending = this.#pending.get(requestId);
    if (pending) pending.entryId = entryId;
  }

  /** Passes a reply to its request, if that still waits. */
  deliver(requestId: string, reply: Reply, repliedAt?: string): void {
    this.forget(requestId)?.resolve(reply, repliedAt);
  }

  #deliverEntry(entry: StreamEntry): void {
    const { requestId, text } = replyIn(entry);
    if (this.#pending.has(requestId)) this.deliver(requestId, decodeReply(text), entry[0]);
  }

  /** Delivers the entries that were read from a stream, and moves its position behind them. */
  #deliverAll(stream: string, entries: readonly StreamEntry[], log: Logger): void {
    for (const entry of entries) {
      try {
        this.#deliverEntry(entry);
      } catch (err) {
        // The request finds its outcome at its deadline. The replies after this one are delivered.
        log.error({ err, stream, id: entry[0] }, "cannot read a reply");
      }
      this.#positions.set(stream, entry[0]);
    }
  }

  /**
   * Reads the whole reply stream again, to find the replies of commands that other processes have completed.
   * Calls during a read share the next one, because the current one may have passed their replies. Rejects if a reply
   * cannot be read, but delivers all others.
   */
  recover(redis: Redis, partition: number): Promise<void> {
    const stream = this.#keys.replies(partition, this.instance);
    return this.#recoveries.run(stream, () => this.#deliverFrom(redis, stream));
  }

  async #deliverFrom(redis: Redis, stream: string): Promise<void> {
    const errors: unknown[] = [];
    for await (const entry of entriesOf(redis, stream)) {
      try {
        this.#deliverEntry(entry);
      } catch (err) {
        errors.push(err);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /**
   * Delivers a reply that its worker holds back or has left behind, once the reply is durable. Sets the expiry of the
   * reply again, so that there is a write to wait for.
   */
  async recoverHeld(waits: DurableWaits, partition: number, requestId: string): Promise<void> {
    const key = this.#keys.heldReplies(partition, this.instance);
    const path = waits.pathOf(key);
    const text = await waits.redis.hget(key, requestId);
    if (text === null || (await waits.redis.pexpire(key, REPLY_LIFETIME_MS)) !== 1) return;
    const [fault] = await waits.confirm([{ key, path }]);
    if (fault) throw fault;
    this.deliver(requestId, decodeReply(text));
  }

  /**
   * Delivers replies of other processes' workers until `signal` aborts. A reply is removed only after it is read, so a
   * dropped connection loses none.
   */
  async listen(reader: StreamReader, redis: Redis, log: Logger, signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted;
    const report = onceAMinute((err) => log.warn({ err }, "cannot read replies"));
    while (!isOver()) {
      try {
        const streams = await reader.read(this.#positions, { count: BATCH_SIZE, blockMs: BLOCK_MS });
        for (const [stream, entries] of streams) this.#deliverAll(stream, entries, log);
        await Promise.all(
          [...streams].map(([stream, entries]) => redis.xdel(stream, ...entries.map(([id]) => id))),
        );
      } catch (err) {
        if (isOver()) return;
        report(err);
        await pause(RETRY_MS);
      }
    }
  }
}
