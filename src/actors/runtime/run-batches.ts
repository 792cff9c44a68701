import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { commitBatches, type CommitOutcome } from "../../store/partition/commits.ts";
import { isStoreAway } from "../../store/redis/failures.ts";
import type { Keys } from "../../store/keys.ts";
import type { References } from "../../store/read/references.ts";
import { loadState } from "../../store/partition/load.ts";
import type { PartitionBatch, Wanted } from "./partition-batch.ts";

const RETRY_MS = 50;

export interface BatchStore {
  redis: Redis;
  keys: Keys;
  references: References;
  log: Logger;
  /** Events that an outbox keeps while no relay reads it. */
  outboxLength: number;
  /** Called with the seconds that a commit took. */
  onCommit?: (seconds: number) => void;
}

async function loadClaims(references: References, wanted: Wanted[]): Promise<void> {
  const claims = wanted.flatMap(({ stateKey, at }) => (stateKey.claim ? [{ ...stateKey.claim, at }] : []));
  const outcomes = await references.claim(claims);
  for (const [i, { stateKey, load }] of wanted.entries()) load(stateKey, outcomes[i]);
}

/** Decides the batches, and reads the state that they need for it in as few round trips as possible. */
async function decideBatches(
  { redis, keys, references }: BatchStore,
  batches: readonly PartitionBatch[],
): Promise<void> {
  for (;;) {
    for (const batch of batches) batch.decide();
    if (batches.every((batch) => batch.isDecided)) return;
    const missing = batches.flatMap((batch) => batch.missing());
    if (missing.length === 0) continue;
    const noteRead = (partition: number, characters: number) =>
      batches.find((batch) => batch.partition === partition)?.noteRead(characters);
    const claims = missing.filter(({ stateKey }) => stateKey.kind === "claim");
    const stateKeys = missing.filter(({ stateKey }) => stateKey.kind !== "claim");
    await Promise.all([
      loadState(redis, keys, stateKeys, noteRead),
      claims.length > 0 ? loadClaims(references, claims) : undefined,
    ]);
  }
}

/**
 * Commits until the outcome is certain. After a lost reply the same batches are sent again, which is safe:
 * `commit-batches` then answers "repeated". Rejects if the store refuses a batch's writes.
 */
async function commitSurely(
  { redis, log, outboxLength, onCommit }: BatchStore,
  batches: readonly PartitionBatch[],
  isGivenUp: () => boolean,
): Promise<readonly CommitOutcome[]> {
  const commits = batches.map((batch) => batch.toCommit());
  for (;;) {
    try {
      const started = performance.now();
      const outcomes = await commitBatches(redis, commits, outboxLength);
      onCommit?.((performance.now() - started) / 1000);
      return outcomes;
    } catch (err) {
      if (!isStoreAway(err)) throw err;
      log.warn(
        { err, partitions: batches.map((batch) => batch.partition) },
        "commit not confirmed, trying again",
      );
      // The next owner of the partitions continues from the cursor, whatever the outcome of this commit.
      if (isGivenUp()) return batches.map(() => ({ word: "fenced" as const }));
      await pause(RETRY_MS);
    }
  }
}

/** Outcome of a batch. `to be split` means: run the same commands again, one at a time. */
export interface BatchOutcome {
  batch: PartitionBatch;
  outcome: CommitOutcome | { word: "to be split" };
}

/**
 * One batch alone. A single command that cannot be served becomes a dead letter. Of several, the failing one is not
 * known yet.
 */
async function runAlone(
  store: BatchStore,
  batch: PartitionBatch,
  isGivenUp: () => boolean,
): Promise<BatchOutcome> {
  const fenced: CommitOutcome = { word: "fenced" };
  try {
    await decideBatches(store, [batch]);
    const [outcome = fenced] = await commitSurely(store, [batch], isGivenUp);
    return { batch, outcome };
  } catch (err) {
    if (isStoreAway(err)) throw err;
    store.log.error({ err, partition: batch.partition }, "a batch failed");
    if (batch.commands.length > 1) return { batch, outcome: { word: "to be split" } };
    const deadLettered = batch.toDeadLetters(err instanceof Error ? err.message : String(err));
    const [outcome = fenced] = await commitSurely(store, [deadLettered], isGivenUp);
    return { batch: deadLettered, outcome };
  }
}

/** Reads for, decides and commits some partitions' batches. Rejects only before anything was committed. */
export async function runBatches(
  store: BatchStore,
  batches: readonly PartitionBatch[],
  isGivenUp: () => boolean,
): Promise<BatchOutcome[]> {
  try {
    await decideBatches(store, batches);
    const outcomes = await commitSurely(store, batches, isGivenUp);
    return batches.map((batch, i) => ({ batch, outcome: outcomes[i] ?? { word: "fenced" } }));
  } catch (err) {
    if (isStoreAway(err)) throw err;
    // One of the batches is at fault; those in front of it may be in already, and come out as "repeated".
    const results: BatchOutcome[] = [];
    for (const batch of batches) results.push(await runAlone(store, batch, isGivenUp));
    return results;
  }
}
