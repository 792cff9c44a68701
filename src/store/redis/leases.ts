import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";
import { loadScript } from "./script.ts";

const acquireLeaseScript = loadScript("acquire-lease");
const renewLeasesScript = loadScript("renew-leases");
const releaseLeaseScript = loadScript("release-lease");
const markAttemptScript = loadScript("mark-attempt");
const heartbeatScript = loadScript("heartbeat");

/** The right to serve a partition, until it expires or somebody else has it. */
export interface Lease {
  partition: number;
  /** Proof of this very acquisition; a commit must carry it. */
  fence: string;
  /** The last applied command at the time of the acquisition. */
  cursor: string;
  /** The previous owner left in good order, so no command of the backlog is suspect. */
  clean: boolean;
}

/** Acquires a partition's lease; undefined while somebody holds it. */
export async function acquireLease(
  redis: Redis,
  keys: Keys,
  partition: number,
  { owner, ms }: { owner: string; ms: number },
): Promise<Lease | undefined> {
  const fence = `${owner}:${randomBytes(9).toString("base64url")}`;
  const reply = (await acquireLeaseScript.run(redis, [keys.owner(partition)], [fence, ms.toString()])) as
    [cursor: string, clean: string] | null;
  return reply ? { partition, fence, cursor: reply[0], clean: reply[1] === "1" } : undefined;
}

/** Prolongs leases. Resolves to those that are lost. */
export async function renewLeases(
  redis: Redis,
  keys: Keys,
  leases: readonly Lease[],
  ms: number,
): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const held = (await renewLeasesScript.run(
    redis,
    leases.map((lease) => keys.owner(lease.partition)),
    [ms.toString(), ...leases.map((lease) => lease.fence)],
  )) as number[];
  return leases.filter((_, i) => held[i] !== 1);
}

/** Gives a lease back in good order. */
export async function releaseLease(redis: Redis, keys: Keys, { partition, fence }: Lease): Promise<void> {
  await releaseLeaseScript.run(redis, [keys.owner(partition)], [fence]);
}

/** Counts one more try of a command. Resolves to the number of tries, 0 when the lease is lost. */
export async function markAttempt(
  redis: Redis,
  keys: Keys,
  { partition, fence }: Lease,
  entryId: string,
): Promise<number> {
  return (await markAttemptScript.run(redis, [keys.owner(partition)], [fence, entryId])) as number;
}

/** Says that `id` is alive, or only looks when it is empty. Resolves to all that were, in the last `lifetimeMs`. */
export async function heartbeat(
  redis: Redis,
  key: string,
  id: string,
  lifetimeMs: number,
): Promise<string[]> {
  return (await heartbeatScript.run(redis, [key], [id, lifetimeMs.toString()])) as string[];
}
