import type { Redis } from "ioredis";
import type { Connections } from "../connection/connections.ts";
import { isPrimary } from "../server-info.ts";
import { type MemoryStatus, memoryStatus } from "./memory.ts";

/** State of the store, as this process sees it. */
export interface RedisHealth {
  /** Whether it answers. */
  redis: boolean;
  /** Whether it accepts writes; false for a replica. */
  primary: boolean;
  /** Undefined if it does not answer. */
  memory?: MemoryStatus;
}

/** How long a role and a memory size that were read are reused, in milliseconds. An outage is noticed immediately. */
const REUSE_MS = 1000;

/**
 * Returns a function that reads the store's state. The role and the memory are read at most once a second. If the store
 * is a replica, the connections are reopened, because their address may now lead to the primary. `memoryLimit` is set
 * by the operator, in bytes.
 */
export function redisHealth(
  redis: Redis,
  connections: Connections,
  memoryLimit: number | undefined,
): () => Promise<RedisHealth> {
  let latest: { at: number; health: Promise<RedisHealth> } | undefined;
  const read = async (): Promise<RedisHealth> => {
    const [role, memory] = await Promise.all([redis.info("replication"), memoryStatus(redis, memoryLimit)]);
    const primary = isPrimary(role);
    if (!primary) connections.reopen();
    return { redis: true, primary, memory };
  };
  return async () => {
    try {
      await redis.ping();
      const now = performance.now();
      if (!latest || now - latest.at >= REUSE_MS) latest = { at: now, health: read() };
      return await latest.health;
    } catch {
      latest = undefined;
      return { redis: false, primary: false };
    }
  };
}
