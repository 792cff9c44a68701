import type { Redis } from "ioredis";
import { slotOfKey } from "../../keys/hash-slot.ts";
import { ClusterConnection } from "./cluster-connection.ts";

/** The way that the commands of a key take: another one after a failover, a redirect or a lost connection. */
export interface Path {
  server: Redis;
  /** The connection itself; a new one after each reconnection. */
  stream: Redis["stream"] | undefined;
  /** How often commands of the key's slot were redirected. */
  redirects: number;
}

/** The way that the commands of a key take now; undefined where no server is known that has it. */
export function pathOf(redis: Redis, key: string): Path | undefined {
  if (!(redis instanceof ClusterConnection)) return { server: redis, stream: redis.stream, redirects: 0 };
  const slot = slotOfKey(key);
  const server = redis.masterOf(slot);
  return server && { server, stream: server.stream, redirects: redis.redirectsOf(slot) };
}

/** Whether a way is the same as before: what was written over it is on the server that it leads to. */
export const isSamePath = (path: Path, now: Path | undefined): boolean =>
  path.server === now?.server && path.stream === now.stream && path.redirects === now.redirects;
