import type { Redis } from "ioredis";
import { weighedBatches } from "../../collections/batches.ts";
import type { Keys } from "../keys/keys.ts";
import { settlePerSlot } from "../redis/connection/cluster/per-slot.ts";
import { readTextLists } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { WriteBuffer } from "./state/write-buffer.ts";

/**
 * Maximum number of write arguments and events of one commit script, because Redis serves nobody else meanwhile. A
 * larger single batch is still one script.
 */
const MAX_COMMITTED = 4000;
/** This many characters count as one argument. */
const CHARACTERS_PER_ARGUMENT = 500;

/** Returns how much a batch adds to the duration of its script, in arguments. */
function weightOf({ writes, events }: BatchCommit): number {
  let { characters } = writes;
  for (const [, text] of events) characters += text.length;
  return writes.size + events.length + Math.floor(characters / CHARACTERS_PER_ARGUMENT);
}

const commitBatchesScript = loadTypedScript("partition/commit-batches", readTextLists);

/** A reply that is held back in its partition: the process that waits for it, and its request. */
export interface HeldReply {
  instance: string;
  requestId: string;
}

/** The part of a commit that concerns one partition. */
export interface BatchCommit {
  partition: number;
  /** Token of the lease under which the batch was decided. */
  fence: string;
  /** Cursor before the batch, and the entry ids of its first and last commands. The last one becomes the cursor. */
  start: string;
  first: string;
  end: string;
  /** Redis time in milliseconds after which the oldest command must no longer be applied. */
  deadline: number;
  /** Number of cancellations that were checked before the batch was decided. */
  cancels: string;
  writes: WriteBuffer;
  /** Requests of other processes whose replies are held back until the batch is durable. */
  held: readonly HeldReply[];
  /** Events with their ids, in the order of the ids. */
  events: [id: string, text: string][];
}

/** Outcome of a commit, as `commit-batches` returns it. */
export type CommitOutcome =
  | { kind: "committed" | "repeated" | "fenced" }
  | { kind: "stale"; cursor: string }
  | { kind: "cancelled"; cancels: string }
  | { kind: "late"; now: number };

/** Returns an empty buffer for the writes of a batch, with the keys that `commit-batches` expects first. */
export function newWrites(keys: Keys, partition: number): WriteBuffer {
  return new WriteBuffer([keys.lease(partition), keys.commands(partition), keys.outbox(partition)]);
}

function outcomeOf([kind, ...rest]: string[]): CommitOutcome {
  switch (kind) {
    case "committed":
    case "repeated":
    case "fenced":
      return { kind };
    case "stale":
      return { kind, cursor: rest[0] ?? "0-0" };
    case "cancelled":
      return { kind, cancels: rest[0] ?? "0" };
    case "late":
      return { kind, now: Number(rest[0]) };
    default:
      throw new Error(`commit-batches returned ${kind ?? "nothing"}`);
  }
}

/** A commit that the store refused, or whose outcome is unknown: the same batch must be committed again. */
export interface FailedCommit {
  kind: "failed";
  err: unknown;
}

/**
 * Commits batches, each completely or not at all. An outbox that is not read keeps about `outboxLength` events. If a
 * master of a cluster is unavailable, only its batches fail.
 */
export async function commitBatches(
  redis: Redis,
  batches: readonly BatchCommit[],
  outboxLength: number,
): Promise<(CommitOutcome | FailedCommit)[]> {
  const outcomes = await settlePerSlot(
    redis,
    batches,
    ({ writes }) => writes.keys[0] ?? "",
    (part) => commitInParts(redis, part, outboxLength),
  );
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    const err: unknown = outcome.reason;
    return { kind: "failed", err };
  });
}

/**
 * Commits batches of one server, one script after the other if they are too much for one. If a script fails, the
 * outcomes of all are unknown.
 */
async function commitInParts(
  redis: Redis,
  batches: readonly BatchCommit[],
  outboxLength: number,
): Promise<CommitOutcome[]> {
  const outcomes: CommitOutcome[][] = [];
  for (const part of weighedBatches(batches, MAX_COMMITTED, weightOf))
    outcomes.push(await commitTogether(redis, part, outboxLength));
  return outcomes.flat();
}

async function commitTogether(
  redis: Redis,
  batches: readonly BatchCommit[],
  outboxLength: number,
): Promise<CommitOutcome[]> {
  const keys: string[] = [];
  for (const { writes } of batches) for (const key of writes.keys) keys.push(key);
  // One argument instead of about fifty per batch: packing and sending these costs half as much.
  const packed = batches.map(({ fence, start, first, end, deadline, cancels, writes, events }) => ({
    keys: writes.keys.length,
    fence,
    start,
    first,
    last: end,
    deadline,
    cancels,
    writes: writes.list,
    events,
  }));
  const args = [JSON.stringify(packed), outboxLength.toString()];
  return (await commitBatchesScript.run(redis, keys, args)).map(outcomeOf);
}
