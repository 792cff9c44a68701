import type { Redis } from "ioredis";
import type { Connections } from "./connections.ts";
import { type MemoryStatus, memoryStatus } from "./memory.ts";
import { isPrimary } from "./server-info.ts";

/** How the store stands to this process. */
export interface StoreStanding {
  /** It answers. */
  redis: boolean;
  /** It may be written to; false for a replica. */
  primary: boolean;
  /** Undefined where it does not answer. */
  memory?: MemoryStatus;
}

/** How long the role and the memory that the store told count. A store that is away is noticed at once. */
const REUSE_MS = 1000;

/**
 * Tells on demand how the store stands. It is asked for its role and its memory at most once a second; where it is a
 * replica, the connections are opened again, for their address may lead to the primary by now. `memoryLimit` is the
 * operator's, in bytes.
 */
export function storeStanding(
  redis: Redis,
  connections: Connections,
  memoryLimit: number | undefined,
): () => Promise<StoreStanding> {
  let latest: { at: number; standing: Promise<StoreStanding> } | undefined;
  const read = async (): Promise<StoreStanding> => {
    const [role, memory] = await Promise.all([redis.info("replication"), memoryStatus(redis, memoryLimit)]);
    const primary = isPrimary(role);
    if (!primary) connections.reopen();
    return { redis: true, primary, memory };
  };
  return async () => {
    try {
      await redis.ping();
      const now = performance.now();
      if (!latest || now - latest.at >= REUSE_MS) latest = { at: now, standing: read() };
      return await latest.standing;
    } catch {
      latest = undefined;
      return { redis: false, primary: false };
    }
  };
}
