import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../store/keys/keys.ts";
import { cancelCommand } from "../../store/partition/streams.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { commandId } from "./envelope.ts";
import type { Pending, Replies } from "./replies.ts";
import { Unavailable } from "./unavailable.ts";

/** How long the outcome of a finished commit may take to reach this process, in milliseconds. */
const OUTCOME_MS = 2000;

interface UnansweredParts {
  redis: Redis;
  keys: Keys;
  log: Logger;
  /** Makes sure that an outcome is durable before it is reported; undefined if the store's reply already means that. */
  waits: DurableWaits | undefined;
  /** How long a cancelled command is remembered, in milliseconds; longer than any command lives. */
  rememberMs: number;
}

/** Outcome of a command: it will never be applied, it was completed, or the outcome is unknown. */
type Outcome = "cancelled" | "passed" | "unknown";

/** Determines the outcomes of commands that got no reply in time, so that a refused command is never applied. */
export class UnansweredCommands {
  readonly #parts: UnansweredParts;
  readonly #replies: Replies;

  constructor(parts: UnansweredParts, replies: Replies) {
    this.#parts = parts;
    this.#replies = replies;
  }

  /**
   * Ends the wait for a command: cancels it, so that it is never applied, or finds the reply if it was applied. The
   * sender gets the reply, or an {@link Unavailable} that says whether the outcome is known.
   */
  async giveUp(requestId: string, pending: Pending): Promise<void> {
    if (pending.isResolving) return;
    pending.isResolving = true;
    const { redis, log } = this.#parts;
    const { partition } = pending;
    let outcome: Outcome = "unknown";
    try {
      outcome = await this.#cancel(requestId, pending);
      await this.#replies.recover(redis, partition);
      if (outcome === "passed" && this.#replies.find(requestId))
        await this.#awaitOutcome(requestId, partition);
    } catch (err) {
      log.warn({ err, partition }, "cannot determine the outcome of a write");
      await pause(OUTCOME_MS);
    }
    const reason =
      outcome === "cancelled"
        ? new Unavailable("the write was not applied in time")
        : new Unavailable("it is unknown whether the write was applied", { isUnknown: true });
    this.#replies.refuse(requestId, reason);
  }

  /** Cancels a command. The outcome of a cancellation that a failover may lose is `unknown`. */
  async #cancel(requestId: string, pending: Pending): Promise<Outcome> {
    const { redis, keys, log, waits, rememberMs } = this.#parts;
    const { partition, entryId } = pending;
    const { instance } = this.#replies;
    const lease = keys.lease(partition);
    const held = keys.heldReplies(partition, instance);
    const command = { id: commandId({ instance, requestId }), requestId, entryId, rememberMs };
    const path = waits?.pathOf(lease);
    const cancelKeys = { lease, cancelled: keys.cancelled(partition), held };
    const outcome = await cancelCommand(waits?.redis ?? redis, cancelKeys, command);
    // A worker of this process has read the command in the meantime. Such a worker leaves no reply in the store.
    if (entryId !== pending.entryId) return this.#cancel(requestId, pending);
    if (!waits || outcome === "passed") return outcome;
    const [fault] = await waits.confirm([{ key: lease, path }]);
    if (fault) log.warn({ err: fault, partition }, "a cancellation may be lost in a failover");
    return fault ? "unknown" : outcome;
  }

  /** Waits for the reply to a committed command, which its worker delivers or has left in the store. */
  async #awaitOutcome(requestId: string, partition: number): Promise<void> {
    const { waits } = this.#parts;
    await pause(OUTCOME_MS);
    if (!waits || !this.#replies.find(requestId)) return;
    await this.#replies.recoverHeld(waits, partition, requestId);
  }
}
