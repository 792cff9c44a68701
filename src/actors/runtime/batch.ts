import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { commitTurns, type CommitOutcome } from "../../store/partition/commits.ts";
import { isStoreAway } from "../../store/redis/failures.ts";
import type { Keys } from "../../store/keys.ts";
import type { References } from "../../store/read/references.ts";
import { loadCells } from "../../store/partition/load.ts";
import type { PartitionTurn, Wanted } from "./turn.ts";

const RETRY_MS = 50;

export interface BatchStore {
  redis: Redis;
  keys: Keys;
  references: References;
  log: Logger;
  /** Events that an outbox keeps while nobody reads it. */
  outboxLength: number;
}

async function loadClaims(references: References, wanted: Wanted[]): Promise<void> {
  const claims = wanted.flatMap(({ cell, at }) => (cell.claim ? [{ ...cell.claim, at }] : []));
  const outcomes = await references.claim(claims);
  for (const [i, { cell, load }] of wanted.entries()) load(cell, outcomes[i]);
}

/** Reads what the turns ask for, in as few round trips as the cells lead to one another, and decides them. */
async function decideTurns(
  { redis, keys, references }: BatchStore,
  turns: readonly PartitionTurn[],
): Promise<void> {
  while (turns.some((turn) => !turn.isDecided)) {
    const missing = turns.flatMap((turn) => turn.missing());
    if (missing.length === 0) {
      for (const turn of turns) turn.decide();
      continue;
    }
    const noteRead = (partition: number, characters: number) =>
      turns.find((turn) => turn.partition === partition)?.noteRead(characters);
    const claims = missing.filter(({ cell }) => cell.kind === "claim");
    const cells = missing.filter(({ cell }) => cell.kind !== "claim");
    await Promise.all([
      loadCells(redis, keys, cells, noteRead),
      claims.length > 0 ? loadClaims(references, claims) : undefined,
    ]);
  }
}

/**
 * Commits until the outcome is certain. A lost reply leaves it open whether the turns are in, but sending the very
 * same turns again is safe: `commit-turns` then says "repeated". Rejects when the store refuses a turn's writes.
 */
async function commitSurely(
  { redis, log, outboxLength }: BatchStore,
  turns: readonly PartitionTurn[],
  isGivenUp: () => boolean,
): Promise<CommitOutcome[]> {
  const commits = turns.map((turn) => turn.toCommit());
  for (;;) {
    try {
      return await commitTurns(redis, commits, outboxLength);
    } catch (err) {
      if (!isStoreAway(err)) throw err;
      log.warn(
        { err, partitions: turns.map((turn) => turn.partition) },
        "commit not confirmed, trying again",
      );
      // Whoever owns the partitions then goes on from the cursor, whatever became of this commit.
      if (isGivenUp()) return turns.map(() => ({ word: "fenced" as const }));
      await pause(RETRY_MS);
    }
  }
}

/** What became of a turn. `to be split` asks for the same commands again, one at a time. */
export interface TurnResult {
  turn: PartitionTurn;
  outcome: CommitOutcome | { word: "to be split" };
}

/** One turn by itself. A single command that can not be served is put aside; of several, nobody knows yet which. */
async function runAlone(
  store: BatchStore,
  turn: PartitionTurn,
  isGivenUp: () => boolean,
): Promise<TurnResult> {
  const fenced: CommitOutcome = { word: "fenced" };
  try {
    await decideTurns(store, [turn]);
    const [outcome = fenced] = await commitSurely(store, [turn], isGivenUp);
    return { turn, outcome };
  } catch (err) {
    if (isStoreAway(err)) throw err;
    store.log.error({ err, partition: turn.partition }, "a batch failed");
    if (turn.commands.length > 1) return { turn, outcome: { word: "to be split" } };
    const parked = turn.toPark(err instanceof Error ? err.message : String(err));
    const [outcome = fenced] = await commitSurely(store, [parked], isGivenUp);
    return { turn: parked, outcome };
  }
}

/** Reads for, decides and commits some partitions' turns. Rejects only before anything was committed. */
export async function runTurns(
  store: BatchStore,
  turns: readonly PartitionTurn[],
  isGivenUp: () => boolean,
): Promise<TurnResult[]> {
  try {
    await decideTurns(store, turns);
    const outcomes = await commitSurely(store, turns, isGivenUp);
    return turns.map((turn, i) => ({ turn, outcome: outcomes[i] ?? { word: "fenced" } }));
  } catch (err) {
    if (isStoreAway(err)) throw err;
    // One of the turns is at fault; those in front of it may be in already, and come out as "repeated".
    const results: TurnResult[] = [];
    for (const turn of turns) results.push(await runAlone(store, turn, isGivenUp));
    return results;
  }
}
