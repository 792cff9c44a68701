import { addTo } from "../../collections/grouped.ts";
import type { Keys } from "../keys/keys.ts";
import { settlePerSlot } from "../redis/connection/cluster/per-slot.ts";
import type { DurableWaits } from "../redis/durability/durable-waits.ts";
import { loadScript } from "../redis/script.ts";
import type { BatchCommit, CommitOutcome, FailedCommit } from "./commits.ts";

const publishRepliesScript = loadScript("partition/publish-replies");

type Outcome = CommitOutcome | FailedCommit;

interface DurableCommitOptions {
  keys: Keys;
  waits: DurableWaits;
  /** Commits batches over the connection of `waits`. */
  commit: (batches: readonly BatchCommit[]) => Promise<Outcome[]>;
  /** How long a reply waits for its process, in milliseconds. */
  replyLifetimeMs: number;
}

/** Groups the requests whose replies a batch holds back, by the processes that wait for them. */
function heldOf({ held }: BatchCommit): Map<string, string[]> {
  const byInstance = new Map<string, string[]>();
  for (const { instance, requestId } of held) addTo(byInstance, instance, requestId);
  return byInstance;
}

/** Passes the replies that batches hold back on to the processes that wait for them. */
async function publishReplies(
  { keys, waits: { redis }, replyLifetimeMs }: DurableCommitOptions,
  batches: readonly BatchCommit[],
): Promise<PromiseSettledResult<unknown>[]> {
  return settlePerSlot(
    redis,
    batches,
    ({ partition }) => keys.lease(partition),
    async (part) => {
      const waiting = part.flatMap((batch) =>
        [...heldOf(batch)].map(([instance, requestIds]) => ({
          keys: [keys.heldReplies(batch.partition, instance), keys.replies(batch.partition, instance)],
          args: [requestIds.length.toString(), ...requestIds],
        })),
      );
      const args = [replyLifetimeMs.toString(), ...waiting.flatMap((each) => each.args)];
      if (waiting.length > 0)
        await publishRepliesScript.run(
          redis,
          waiting.flatMap((each) => each.keys),
          args,
        );
      return part;
    },
  );
}

/**
 * Commits batches, waits until they are durable, and only then passes their replies on to other processes. A batch that
 * may not be durable has `failed`. The next attempt to commit it finds that it is in the store, and waits again.
 */
export async function commitDurably(
  batches: readonly BatchCommit[],
  options: DurableCommitOptions,
): Promise<Outcome[]> {
  const { keys, waits, commit } = options;
  const written = batches.map(({ partition }) => {
    const key = keys.lease(partition);
    return { key, path: waits.pathOf(key) };
  });
  const outcomes = await commit(batches);
  const isCommitted = (i: number) => outcomes[i]?.kind === "committed" || outcomes[i]?.kind === "repeated";
  const fail = (i: number, err: unknown) => (outcomes[i] = { kind: "failed", err });
  const committed = [...batches.keys()].filter(isCommitted);
  const faults = await waits.confirm(committed.flatMap((i) => written[i] ?? []));
  for (const [n, i] of committed.entries()) if (faults[n]) fail(i, faults[n]);
  const durable = committed.filter(isCommitted);
  const published = await publishReplies(
    options,
    durable.flatMap((i) => batches[i] ?? []),
  );
  for (const [n, i] of durable.entries()) {
    const outcome = published[n];
    if (outcome?.status !== "fulfilled") fail(i, outcome?.reason);
  }
  return outcomes;
}
