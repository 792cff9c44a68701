import type { Redis } from "ioredis";
import type { Keys } from "../../../src/store/keys/keys.ts";
import { isOnCluster } from "../connections/one-server.ts";
import type { Cleanup } from "../redis.ts";
import { startOwnCluster } from "./own-cluster.ts";
import { DURABLE, RedisServer } from "./redis-server.ts";

/** A store for one test, which writes to disk before it answers, with a connection that survives its failures. */
export interface OwnStore {
  url: string;
  redis: Redis;
  prefix: string;
  keys: Keys;
  /** Kills all its servers. */
  kill: () => Promise<void>;
  /** Starts them again, with the same ports and files. */
  launch: () => Promise<void>;
}

/**
 * Starts a store of the same kind as that of the tests: a Redis server, or a cluster of masters. It ends with the test.
 */
export async function startOwnStore(t: Cleanup): Promise<OwnStore> {
  if (!isOnCluster()) return RedisServer.start(t);
  const { cluster, ...store } = await startOwnCluster(t, DURABLE, { hasReplicas: false });
  return { ...store, kill: () => cluster.kill(), launch: () => cluster.launch() };
}
