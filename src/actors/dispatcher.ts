import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../store/keys.ts";
import { wasNeverSent, wasRefused } from "../store/failures.ts";
import { appendCommands, cancelCommand } from "../store/streams.ts";
import { commandId, seal } from "./envelope.ts";
import type { Command, Reply } from "./messages.ts";
import type { Pending, Replies } from "./replies.ts";
import { Unavailable } from "./unavailable.ts";

/** Where a command goes, and the digest of its Idempotency-Key where it has one. */
export interface Address {
  partition: number;
  digest?: string;
}

export interface DispatcherOptions {
  /** How long an ask waits for its reply. */
  askTimeoutMs: number;
  /** Asks that may wait in this process; beyond them the answer is 503 at once. */
  maxPending: number;
  /** Commands that may wait in one partition. */
  maxWaiting: number;
  /** How long a cancelled command is remembered; longer than any command lives. */
  rememberMs: number;
}

interface Queued {
  ask: string;
  stream: string;
  payload: string;
}

const SWEEP_MS = 100;
/** How long a worker of this process may take to tell the outcome of a commit that has happened. */
const SETTLE_MS = 2000;

/**
 * Sends commands to their partitions and waits for the replies. All asks of one turn of the event loop are
 * appended by one call: measured, a sixth of the cost of a call each.
 */
export class Dispatcher {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #replies: Replies;
  readonly #options: DispatcherOptions;
  readonly #log: Logger;
  readonly #sweeper: NodeJS.Timeout;
  #queue: Queued[] = [];
  #next = 0;

  constructor(redis: Redis, keys: Keys, replies: Replies, options: DispatcherOptions, log: Logger) {
    this.#redis = redis;
    this.#keys = keys;
    this.#replies = replies;
    this.#options = options;
    this.#log = log;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  /** Sends a command and resolves to its reply. Rejects with {@link Unavailable} when it was not applied in time. */
  ask({ partition, digest }: Address, command: Command): Promise<Reply> {
    if (this.#replies.size >= this.#options.maxPending) {
      return Promise.reject(new Unavailable("too many requests are waiting in this process"));
    }
    const ask = (this.#next++).toString(36);
    const { node } = this.#replies;
    const payload = seal({ node, ask, ...(digest === undefined ? {} : { digest }), command });
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + this.#options.askTimeoutMs;
      this.#replies.expect(ask, {
        partition,
        deadline,
        entryId: undefined,
        isSettling: false,
        resolve,
        reject,
      });
      if (this.#queue.length === 0) setImmediate(() => void this.#flush());
      this.#queue.push({ ask, stream: this.#keys.commands(partition), payload });
    });
  }

  async #flush(): Promise<void> {
    const queued = this.#queue;
    this.#queue = [];
    try {
      const ids = await appendCommands(this.#redis, queued, this.#options.maxWaiting);
      for (const [i, { ask }] of queued.entries()) {
        const id = ids[i];
        if (id === undefined) this.#refuse(ask, new Unavailable("too many writes wait for this partition"));
        else this.#replies.seen(ask, id);
      }
    } catch (cause) {
      // Unknown whether they were appended: they keep waiting, and the sweep settles what got no reply.
      if (!wasNeverSent(cause) && !wasRefused(cause)) {
        this.#log.warn({ err: cause }, "lost an append's reply");
        return;
      }
      for (const { ask } of queued)
        this.#refuse(ask, new Unavailable("the store is not available", { cause }));
    }
  }

  #refuse(ask: string, reason: Unavailable): void {
    this.#replies.forget(ask)?.reject(reason);
  }

  #sweep(): void {
    const now = Date.now();
    for (const [ask, pending] of this.#replies.waiting()) {
      if (pending.isSettling) continue;
      if (pending.deadline > now) break;
      pending.isSettling = true;
      void this.#giveUp(ask, pending);
    }
  }

  /** Makes sure that a command without reply is never applied, or finds the reply if it was. */
  async #giveUp(ask: string, pending: Pending): Promise<void> {
    const { partition } = pending;
    const keys = { owner: this.#keys.owner(partition), cancelled: this.#keys.cancelled(partition) };
    const command = {
      id: commandId({ node: this.#replies.node, ask }),
      entryId: pending.entryId,
      rememberMs: this.#options.rememberMs,
    };
    let outcome: "cancelled" | "passed" | "unknown" = "unknown";
    try {
      outcome = await cancelCommand(this.#redis, keys, command);
      await this.#replies.recover(this.#redis, partition);
      if (outcome === "passed" && this.#replies.find(ask)) await pause(SETTLE_MS);
    } catch (err) {
      this.#log.warn({ err, partition }, "can not settle a write");
      await pause(SETTLE_MS);
    }
    if (outcome === "cancelled") this.#refuse(ask, new Unavailable("the write was not applied in time"));
    else this.#refuse(ask, new Unavailable("whether the write was applied is unknown", { isUnknown: true }));
  }

  /** Stops the sweep; for a process that has drained its requests. */
  close(): void {
    clearInterval(this.#sweeper);
  }
}
