import type { Logger } from "pino";
import { type Config, isWorkerOnly } from "../../config.ts";
import { type RedisAddress, redisAddress } from "../../store/redis/connection/address.ts";
import type { DurabilityGoal } from "../../store/redis/durability/level.ts";
import { inspectRedis } from "../../store/redis/server/inspect.ts";

/** The addresses of the data and of the job queues; the same object if the queues have no Redis of their own. */
export interface RedisAddresses {
  data: RedisAddress;
  jobs: RedisAddress;
}

/**
 * Reads the addresses from the settings; `redisUrl` is that of the data.
 *
 * @throws {StartRefused} for an invalid one
 */
export function redisAddresses(config: Readonly<Config>, redisUrl: string): RedisAddresses {
  const data = redisAddress("REDIS_URL", redisUrl, (name) => config[name]);
  const { JOBS_REDIS_URL: jobsUrl } = config;
  return {
    data,
    jobs: jobsUrl === undefined ? data : redisAddress("JOBS_REDIS_URL", jobsUrl, (name) => config[name]),
  };
}

/** Returns what writes to the data wait for, according to the settings. */
export const durabilityOf = (config: Readonly<Config>): DurabilityGoal => ({
  level: config.DURABILITY,
  replicas: config.DURABILITY_REPLICAS,
});

/** Checks the Redis servers before a process uses them: {@link inspectRedis}. Workers use no queues. */
export async function inspectServers(
  config: Readonly<Config>,
  { data, jobs }: RedisAddresses,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { REQUIRE_PERSISTENCE: requirePersistence, REDIS_PREFIX: prefix, REDIS_WAIT_S } = config;
  const usesJobs = jobs !== data && !isWorkerOnly(config);
  const options = { requirePersistence, prefix, maxWaitMs: REDIS_WAIT_S * 1000, signal, log };
  await inspectRedis(data, { ...options, durability: durabilityOf(config) });
  if (usesJobs) await inspectRedis(jobs, { ...options, durability: { level: "memory", replicas: 0 } });
}
