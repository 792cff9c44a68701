import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { parseEntryId } from "../../ids/entry-id.ts";
import type { Keys } from "../../keys/keys.ts";
import { readNumber, readTexts } from "../replies.ts";
import { loadScript, loadTypedScript } from "../script.ts";

const acquireLeaseScript = loadTypedScript("structures/acquire-lease", readTexts);
const releaseLeaseScript = loadScript("structures/release-lease");
const markAttemptScript = loadTypedScript("structures/mark-attempt", readNumber);

/**
 * The right to serve a partition. It lasts until it is released, or until another worker takes it because its worker
 * is dead.
 */
export interface Lease {
  partition: number;
  /** Token of this acquisition; each commit must contain it. */
  fence: string;
  /** The last applied command at the time of the acquisition. */
  cursor: string;
  /** Whether the previous worker left in good order, so that no waiting command is suspect. */
  clean: boolean;
}

/** A lease that is no longer held, and how far the store has gone back: see {@link wentBackMs}. */
export interface LostLease extends Lease {
  wentBackMs: number;
}

/** Fence of a lease that another worker holds. */
export interface HeldLease {
  heldBy: string;
}

/** Returns the worker that a fence belongs to. */
export function workerOf(fence: string): string {
  return fence.split(":")[0] ?? "";
}

/**
 * Acquires a partition's lease for a worker, unless it is held. `dead` is the fence of a held lease that may be taken.
 */
export async function acquireLease(
  redis: Redis,
  keys: Keys,
  partition: number,
  { worker, dead = "" }: { worker: string; dead?: string | undefined },
): Promise<Lease | HeldLease> {
  const fence = `${worker}:${randomBytes(9).toString("base64url")}`;
  const reply = await acquireLeaseScript.run(redis, [keys.lease(partition)], [fence, dead]);
  const [first = "0-0", clean] = reply;
  return clean === undefined ? { heldBy: first } : { partition, fence, cursor: first, clean: clean === "1" };
}

/**
 * Returns how far the store has gone back behind a cursor, in milliseconds between the commands. It goes back if a
 * replica becomes the primary that does not have the last commits. Returns 0 if it has not gone back, or if the store
 * has no cursor to compare.
 */
export function wentBackMs(cursor: string, present: string | null | undefined): number {
  const now = parseEntryId(present ?? "0-0");
  return now.ms === 0 ? 0 : Math.max(0, parseEntryId(cursor).ms - now.ms);
}

/**
 * Finds the leases that another worker has taken, or whose cursor differs from the store's, because a replica has
 * become the primary that did not have the last commits. `unknown` has the leases whose store is unavailable.
 */
export async function lostLeases(
  redis: Redis,
  keys: Keys,
  leases: readonly Lease[],
): Promise<{ lost: LostLease[]; unknown: Lease[] }> {
  const outcomes = await Promise.allSettled(
    leases.map(({ partition }) => redis.hmget(keys.lease(partition), "fence", "cursor")),
  );
  const lost: LostLease[] = [];
  const unknown: Lease[] = [];
  for (const [i, lease] of leases.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status !== "fulfilled") unknown.push(lease);
    else if (outcome.value[0] !== lease.fence || outcome.value[1] !== lease.cursor)
      lost.push({ ...lease, wentBackMs: wentBackMs(lease.cursor, outcome.value[1]) });
  }
  return { lost, unknown };
}

/** Gives a lease back, if it is held. `isClean` means that no waiting command is suspect. */
export async function releaseLease(
  redis: Redis,
  keys: Keys,
  { partition, fence }: Lease,
  { isClean = true }: { isClean?: boolean } = {},
): Promise<void> {
  await releaseLeaseScript.run(redis, [keys.lease(partition)], [fence, isClean ? "1" : "2"]);
}

/** Counts one more attempt of a command. Resolves to the number of attempts; 0 if the lease is lost. */
export async function markAttempt(
  redis: Redis,
  keys: Keys,
  { partition, fence }: Lease,
  entryId: string,
): Promise<number> {
  return markAttemptScript.run(redis, [keys.lease(partition)], [fence, entryId]);
}
