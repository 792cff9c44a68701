import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { slotOfKey } from "../../../keys/hash-slot.ts";
import { ready } from "../ready.ts";
import { ClusterConnection } from "./cluster-connection.ts";

/** Time between two checks whether the master of a key can be reached, in milliseconds. */
const CHECK_MS = 50;

/** The path of the commands of a key. It changes with a failover, a redirect or a lost connection. */
export interface Path {
  server: Redis;
  /** The socket; a new one after each reconnection. */
  stream: Redis["stream"] | undefined;
  /** How often commands of the key's slot were redirected. */
  redirects: number;
}

/** Returns the current path of the commands of a key; undefined if no known server has the key. */
export function pathOf(redis: Redis, key: string): Path | undefined {
  if (!(redis instanceof ClusterConnection)) return { server: redis, stream: redis.stream, redirects: 0 };
  const slot = slotOfKey(key);
  const server = redis.masterOf(slot);
  return server && { server, stream: server.stream, redirects: redis.redirectsOf(slot) };
}

/** Whether a path is the same as before. If it is, earlier writes over it are on the server that it leads to. */
export const isSamePath = (path: Path, now: Path | undefined): boolean =>
  path.server === now?.server && path.stream === now.stream && path.redirects === now.redirects;

/** Resolves once commands of a key can be sent: on a cluster, to its master. Rejects when `signal` aborts first. */
export async function readyFor(redis: Redis, key: string, signal: AbortSignal): Promise<void> {
  if (!(redis instanceof ClusterConnection)) return ready(redis, signal);
  while (pathOf(redis, key)?.server.status !== "ready") await pause(CHECK_MS, undefined, { signal });
}

/** Whether a connection to the store may send its commands over this connection to a server. */
export const leadsTo = (redis: Redis, server: Redis): boolean =>
  redis instanceof ClusterConnection ? redis.hasOpened(server) : redis === server;
