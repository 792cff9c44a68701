import type { Redis } from "ioredis";
import { isPrimary } from "./inspect.ts";
import type { Connections } from "./redis.ts";

/** How the store stands to this process. */
export interface StoreStanding {
  /** It answers. */
  redis: boolean;
  /** It may be written to; false for a replica. */
  primary: boolean;
}

/** How long the role that the store told counts. A store that is away is noticed at once. */
const REUSE_MS = 1000;

/**
 * Tells on demand how the store stands. It is asked for its role at most once a second; where that is a replica's, the
 * connections are opened again, for their address may lead to the primary by now.
 */
export function storeStanding(redis: Redis, connections: Connections): () => Promise<StoreStanding> {
  let asked: { at: number; primary: Promise<boolean> } | undefined;
  const askRole = async () => {
    const primary = isPrimary(await redis.info("replication"));
    if (!primary) connections.reopen();
    return primary;
  };
  return async () => {
    try {
      await redis.ping();
      const now = performance.now();
      if (!asked || now - asked.at >= REUSE_MS) asked = { at: now, primary: askRole() };
      return { redis: true, primary: await asked.primary };
    } catch {
      asked = undefined;
      return { redis: false, primary: false };
    }
  };
}
