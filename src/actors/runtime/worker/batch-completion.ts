import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../../store/keys/keys.ts";
import type { CommitOutcome } from "../../../store/partition/commits.ts";
import { hasTimedOut, NotDurable } from "../../../store/redis/failures.ts";
import { wentBackMs } from "../../../store/redis/structures/leases.ts";
import type { References } from "../../../store/references/references.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import type { PartitionBatch } from "../batch/partition-batch.ts";
import type { BatchOutcome } from "../batch/run-batches.ts";
import type { Replies } from "../replies.ts";
import { REREAD_MS, type ServedPartition } from "./served-partition.ts";
import type { ServedPartitions } from "./served-partitions.ts";
import type { WorkerWatch } from "./worker-watch.ts";

/**
 * Milliseconds to the next attempt if claims did not become durable. It is longer, because each attempt delays the
 * other partitions.
 */
const CLAIM_RETRY_MS = 500;

interface CompletionParts {
  redis: Redis;
  keys: Keys;
  references: References;
  log: Logger;
  /** Receives the replies to requests of this process; undefined if it takes no requests. */
  replies: Replies | undefined;
  watch: WorkerWatch;
  /** How long a command may wait to be applied, by Redis's clock. */
  commandLifetimeMs: number;
}

/** Handles the outcome of a batch: moves its partition on, replies to its senders and releases its references. */
export class BatchCompletion {
  readonly #partitions: ServedPartitions;
  readonly #parts: CompletionParts;

  constructor(partitions: ServedPartitions, parts: CompletionParts) {
    this.#partitions = partitions;
    this.#parts = parts;
  }

  /** Resolves to the number of commands that are completed. */
  async complete({ batch, outcome }: BatchOutcome): Promise<number> {
    const { redis, keys, commandLifetimeMs } = this.#parts;
    // A batch that is committed again may outlive its lease. Its outcome then says nothing about a later lease of the
    // partition.
    const served = this.#partitions.under(batch.lease);
    if (!served) return 0;
    served.unconfirmed = undefined;
    const { cancelled, cancels } = batch.start;
    if (cancelled) served.setCancelled(cancelled, cancels);
    switch (outcome.kind) {
      case "failed":
        this.#retryLater(batch, served, outcome.err);
        return 0;
      case "to be split":
        served.suspectUpTo(batch.end);
        return 0;
      case "committed":
      case "repeated":
        return this.#finish(batch, served);
      case "fenced":
      case "stale":
        await this.#dropPartition(served, batch, outcome);
        return 0;
      case "cancelled": {
        // Reads all of them, also those of commands in later batches: the script reports a cancellation only once.
        const ids = await redis.smembers(keys.cancelled(batch.partition));
        served.setCancelled(new Set(ids), outcome.cancels);
        return 0;
      }
      case "late":
        for (const { at, entryId } of batch.commands) {
          if (at.ms + commandLifetimeMs < outcome.now) served.exclude(entryId, "late");
        }
        return 0;
    }
  }

  /** Plans to run a batch again after its store was unavailable: the same batch, if it may be committed already. */
  #retryLater(batch: PartitionBatch, served: ServedPartition, err: unknown): void {
    const { isDecided, partition } = batch;
    const what = isDecided
      ? "it is unknown whether a batch of a partition is committed"
      : "the state of a partition cannot be read";
    this.#parts.log[served.hasFailed ? "debug" : "warn"]({ err, partition }, `${what}; trying again`);
    if (hasTimedOut(err) && !isDecided) served.suspect(batch);
    served.retryLater(batch, err instanceof NotDurable && !isDecided ? CLAIM_RETRY_MS : REREAD_MS);
  }

  /**
   * Drops a partition whose commit was refused: another worker has its lease (`fenced`), or the store has lost commits
   * of this worker (`stale`).
   */
  async #dropPartition(
    served: ServedPartition,
    { partition }: PartitionBatch,
    outcome: CommitOutcome,
  ): Promise<void> {
    this.#parts.log.warn({ partition, ...outcome }, "commit refused, partition dropped");
    this.#parts.watch.onFenced();
    if (outcome.kind === "stale")
      this.#partitions.reportLostCommits(wentBackMs(served.cursor, outcome.cursor));
    this.#partitions.drop(served);
    this.#partitions.checkSoon();
    if (outcome.kind === "stale") await this.#partitions.release(served);
  }

  /** Does the work that follows the commit of a batch. Resolves to the number of its commands. */
  async #finish(batch: PartitionBatch, served: ServedPartition): Promise<number> {
    const { replies, watch } = this.#parts;
    served.complete(batch);
    watch.onCommitted?.(batch);
    this.#reportDeadLetters(batch);
    // This comes before the replies: a client that gets the reply to a deletion finds the references free.
    await this.#releaseReferences(batch);
    for (const { received, reply } of batch.decided) {
      const { envelope } = received;
      if (envelope && envelope.instance === replies?.instance) replies.deliver(envelope.requestId, reply);
    }
    return batch.commands.length;
  }

  /**
   * Releases the references that a batch gave up, which its commit has recorded, and the claims that it did not use,
   * which are not recorded.
   */
  async #releaseReferences({ partition, releases, unusedClaims }: PartitionBatch): Promise<void> {
    const attempt = async (release: () => Promise<unknown>, failureText: string) => {
      try {
        await release();
      } catch (err) {
        this.#parts.log.warn({ err, partition }, failureText);
      }
    };
    if (unusedClaims.length > 0)
      await attempt(
        () => this.#parts.references.release(unusedClaims),
        "unused claims are not released; they can be taken over once they are stale",
      );
    if (releases.length > 0)
      await attempt(() => this.#partitions.releaseReferences(partition), "references will be released later");
  }

  #reportDeadLetters({ partition, deadLetters }: PartitionBatch): void {
    for (const { received, reason } of deadLetters) {
      this.#parts.watch.onDeadLetter();
      const { entryId, envelope } = received;
      const { command } = envelope ?? {};
      const known = command && { command: command.type, tenant: tenantOf(command.storeKey) };
      this.#parts.log.error({ partition, entryId, ...known, reason }, "command moved to the dead letters");
    }
  }
}
