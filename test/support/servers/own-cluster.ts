import type { Redis } from "ioredis";
import { Keys } from "../../../src/store/keys/keys.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { addressOf, type Cleanup, newPrefix, PARTITIONS } from "../redis.ts";
import { type ClusterOptions, RedisCluster } from "./redis-cluster.ts";

/** Starts a Redis Cluster for one test, with a connection that survives its failures. Both end with the test. */
export async function startOwnCluster(
  t: Cleanup,
  settings: Record<string, string> = {},
  options: ClusterOptions = {},
): Promise<{ cluster: RedisCluster; redis: Redis; url: string; prefix: string; keys: Keys }> {
  const cluster = await RedisCluster.start(settings, options);
  const redis = openStore(addressOf(cluster.url), {});
  redis.on("error", () => undefined);
  t.after(async () => {
    redis.disconnect();
    await cluster.stop();
  });
  const prefix = newPrefix();
  return { cluster, redis, url: cluster.url, prefix, keys: new Keys(prefix, PARTITIONS) };
}
