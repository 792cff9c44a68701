import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";
import { loadScript } from "../redis/script.ts";
import { WriteBuffer } from "./write-buffer.ts";

const commitTurnsScript = loadScript("commit-turns");

/** One partition's share of a commit. */
export interface Turn {
  partition: number;
  /** Token of the lease under which the turn was decided. */
  fence: string;
  /** Cursor that the turn started from, and the one it ends at: its last command's entry id. */
  start: string;
  end: string;
  /** Redis time in milliseconds after which the oldest command is not to be applied any more. */
  deadline: number;
  /** Number of cancellations that were looked at before the turn was decided. */
  cancels: string;
  writes: WriteBuffer;
  /** Events with their ids, in the order of the ids. */
  events: [id: string, text: string][];
}

export type CommitOutcome =
  | { word: "committed" | "repeated" | "fenced" }
  | { word: "stale"; cursor: string }
  | { word: "cancelled"; cancels: string }
  | { word: "late"; now: number };

/** Writes for a turn of this partition; `commit-turns` expects these keys first. */
export function newWrites(keys: Keys, partition: number): WriteBuffer {
  return new WriteBuffer([keys.owner(partition), keys.commands(partition), keys.outbox(partition)]);
}

function outcomeOf([word, ...rest]: string[]): CommitOutcome {
  switch (word) {
    case "committed":
    case "repeated":
    case "fenced":
      return { word };
    case "stale":
      return { word, cursor: rest[0] ?? "0-0" };
    case "cancelled":
      return { word, cancels: rest[0] ?? "0" };
    case "late":
      return { word, now: Number(rest[0]) };
    default:
      throw new Error(`commit-turns returned ${word ?? "nothing"}`);
  }
}

/**
 * Commits turns, each wholly or not at all; until somebody reads it an outbox keeps about `outboxLength` events.
 * When it rejects the outcome is unknown: commit the same turns again.
 */
export async function commitTurns(
  redis: Redis,
  turns: readonly Turn[],
  outboxLength: number,
): Promise<CommitOutcome[]> {
  const keys: string[] = [];
  for (const { writes } of turns) for (const key of writes.keys) keys.push(key);
  // One argument instead of some fifty per turn: to pack and to send those cost us twice as much.
  const packed = turns.map(({ fence, start, end, deadline, cancels, writes, events }) => ({
    keys: writes.keys.length,
    fence,
    start,
    last: end,
    deadline,
    cancels,
    writes: writes.list,
    events,
  }));
  const args = [JSON.stringify(packed), outboxLength.toString()];
  return ((await commitTurnsScript.run(redis, keys, args)) as string[][]).map(outcomeOf);
}
