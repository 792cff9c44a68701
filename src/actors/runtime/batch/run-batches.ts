import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Keys } from "../../../store/keys/keys.ts";
import {
  type BatchCommit,
  commitBatches,
  type CommitOutcome,
  type FailedCommit,
} from "../../../store/partition/commits.ts";
import { commitDurably } from "../../../store/partition/durable-commits.ts";
import { loadState } from "../../../store/partition/state/load.ts";
import type { DurableWaits } from "../../../store/redis/durability/durable-waits.ts";
import { isRedisAway } from "../../../store/redis/failures.ts";
import { claimDurably } from "../../../store/references/durable-claims.ts";
import type { References } from "../../../store/references/references.ts";
import { datedClaim } from "../../state/claim.ts";
import { commandId } from "../envelope.ts";
import { REPLY_LIFETIME_MS } from "../replies.ts";
import type { BatchRead } from "./batch-start.ts";
import type { PartitionBatch } from "./partition-batch.ts";

export interface BatchStore {
  redis: Redis;
  keys: Keys;
  /** Uses the connection of `waits`, if there is one. */
  references: References;
  /** Makes sure that commits are durable before their replies; undefined if the store's reply already means that. */
  waits?: DurableWaits | undefined;
  log: Logger;
  /** Number of events that an outbox keeps while no relay reads it. */
  outboxLength: number;
  /** Called with the seconds that a commit took. */
  onCommit?: (seconds: number) => void;
}

/** Maximum number of times that the cancellations are checked again for a decided batch. */
const MAX_CHECKS = 10;

/** Partitions whose state could not be read, with the errors. */
type Failures = Map<number, unknown>;

async function loadClaims({ references, waits }: BatchStore, wanted: BatchRead[]): Promise<Failures> {
  const failures: Failures = new Map();
  const claims = wanted.flatMap(({ stateKey, at }) =>
    stateKey.claim ? [datedClaim(stateKey.claim, at)] : [],
  );
  // A durable commit must not rely on a claim that is not durable.
  const claim = () => (waits ? claimDurably(references, waits, claims) : references.tryClaims(claims));
  const outcomes = claims.length > 0 ? await claim() : [];
  for (const [i, { partition, stateKey, load }] of wanted.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status === "fulfilled") load(stateKey, outcome.value);
    else failures.set(partition, outcome?.reason);
  }
  return failures;
}

/** Releases the claims that block reads of the batches. Most batches have none. */
async function unblock({ references }: BatchStore, batches: readonly PartitionBatch[]): Promise<Failures> {
  const failures: Failures = new Map();
  for (const batch of batches) {
    const claims = batch.takeBlocking();
    if (claims.length === 0) continue;
    await references.release(claims).catch((err: unknown) => failures.set(batch.partition, err));
  }
  return failures;
}

async function load(
  store: BatchStore,
  batches: readonly PartitionBatch[],
  missing: BatchRead[],
): Promise<Failures> {
  const { redis, keys } = store;
  const addRead = (partition: number, characters: number) =>
    batches.find((batch) => batch.partition === partition)?.addRead(characters);
  const claims = missing.filter(({ stateKey }) => stateKey.kind === "claim");
  const stateKeys = missing.filter(({ stateKey }) => stateKey.kind !== "claim");
  const failures = await Promise.all([loadState(redis, keys, stateKeys, addRead), loadClaims(store, claims)]);
  return new Map(failures.flatMap((some) => [...some]));
}

/**
 * Decides the batches, and reads the state that they need in as few round trips as possible. Resolves to the partitions
 * whose batches could not be decided.
 */
async function decideBatches(store: BatchStore, batches: readonly PartitionBatch[]): Promise<Failures> {
  const failures: Failures = new Map();
  for (;;) {
    const open = batches.filter(({ partition }) => !failures.has(partition));
    for (const batch of open) batch.decide();
    if (open.every((batch) => batch.isDecided)) return failures;
    const missing = open.flatMap((batch) => batch.planReads());
    if (missing.length === 0) continue;
    for (const [partition, err] of await unblock(store, open)) failures.set(partition, err);
    for (const [partition, err] of await load(store, open, missing)) failures.set(partition, err);
  }
}

/** Outcome of a batch. `to be split` means: run the same commands again, one at a time. */
export interface BatchOutcome {
  batch: PartitionBatch;
  outcome: CommitOutcome | FailedCommit | { kind: "to be split" };
}

/** Commits batches, as durably as the configuration demands. */
async function commitAll(
  { redis, keys, waits, outboxLength, onCommit }: BatchStore,
  commits: readonly BatchCommit[],
): Promise<(CommitOutcome | FailedCommit)[]> {
  const commit = async (batches: readonly BatchCommit[]) => {
    const started = performance.now();
    const outcomes = await commitBatches(waits?.redis ?? redis, batches, outboxLength);
    if (outcomes.some(({ kind }) => kind !== "failed")) onCommit?.((performance.now() - started) / 1000);
    return outcomes;
  };
  if (!waits) return commit(commits);
  return commitDurably(commits, { keys, waits, commit, replyLifetimeMs: REPLY_LIFETIME_MS });
}

/** Decides batches, and commits those that could be decided. A batch that is already decided is only committed. */
async function tryBatches(store: BatchStore, batches: readonly PartitionBatch[]): Promise<BatchOutcome[]> {
  const failures = await decideBatches(store, batches);
  const decided = batches.filter(({ partition }) => !failures.has(partition));
  const commits = decided.map((batch) => batch.toCommit());
  const outcomes = await commitAll(store, commits);
  const byPartition = new Map(decided.map(({ partition }, i) => [partition, outcomes[i]]));
  return batches.map((batch) => ({
    batch,
    outcome: byPartition.get(batch.partition) ?? { kind: "failed", err: failures.get(batch.partition) },
  }));
}

/** Whether none of the commands that a batch applies is cancelled. */
const concernsNone = ({ start, commands }: PartitionBatch, cancelled: ReadonlySet<string>): boolean =>
  commands.every(
    ({ envelope, entryId }) =>
      !envelope || start.excluded.has(entryId) || !cancelled.has(commandId(envelope)),
  );

/**
 * Checks a batch whose commit was refused, because senders have given up since. Returns whether it may be committed as
 * it was decided: in an overload, senders give up all the time, and finished work must not be repeated.
 */
async function revalidate({ redis, keys }: BatchStore, { batch, outcome }: BatchOutcome): Promise<boolean> {
  if (outcome.kind !== "cancelled") return false;
  // An error must not hide the outcomes of the other batches. The worker reads the cancellations again, and reports it.
  const ids = await redis.smembers(keys.cancelled(batch.partition)).catch(() => undefined);
  const cancelled = new Set(ids);
  if (!ids || !concernsNone(batch, cancelled)) return false;
  batch.start.cancelled = cancelled;
  batch.start.cancels = outcome.cancels;
  return true;
}

/** Decides and commits batches. Those that were refused because of the cancellations of other commands are repeated. */
async function tryUntilChecked(
  store: BatchStore,
  batches: readonly PartitionBatch[],
): Promise<BatchOutcome[]> {
  const results = new Map<number, BatchOutcome>();
  let open = batches;
  for (let checks = 0; open.length > 0; checks++) {
    const tried = await tryBatches(store, open);
    for (const result of tried) results.set(result.batch.partition, result);
    if (checks === MAX_CHECKS) break;
    const areValid = await Promise.all(tried.map((result) => revalidate(store, result)));
    open = tried.flatMap(({ batch }, i) => (areValid[i] ? [batch] : []));
  }
  return [...results.values()];
}

const isAtFault = ({ outcome }: BatchOutcome) => outcome.kind === "failed" && !isRedisAway(outcome.err);

/**
 * Runs a batch alone that failed together with others and may be the cause. If it fails again and has one command, that
 * becomes a dead letter. If it has several, it is not known yet which one fails, so they are run one at a time.
 */
async function runAlone(store: BatchStore, failed: PartitionBatch): Promise<BatchOutcome[]> {
  const [result] = await tryBatches(store, [failed]);
  if (!result || !isAtFault(result) || result.outcome.kind !== "failed") return result ? [result] : [];
  const { batch } = result;
  const { err } = result.outcome;
  store.log.error({ err, partition: batch.partition }, "a batch failed");
  if (batch.commands.length > 1) return [{ batch, outcome: { kind: "to be split" } }];
  return tryBatches(store, [batch.toDeadLetters(err instanceof Error ? err.message : String(err))]);
}

/**
 * Decides and commits batches of several partitions, with the state that they need. A batch that `failed` because the
 * store was unreachable must be run again. If it was decided, the same batch must be run, because it may be in the
 * store already; then `commit-batches` answers `repeated`.
 */
export async function runBatches(
  store: BatchStore,
  batches: readonly PartitionBatch[],
): Promise<BatchOutcome[]> {
  const results: BatchOutcome[] = [];
  for (const result of await tryUntilChecked(store, batches))
    if (isAtFault(result)) results.push(...(await runAlone(store, result.batch)));
    else results.push(result);
  return results;
}
