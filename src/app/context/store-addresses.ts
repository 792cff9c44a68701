import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { type StoreAddress, storeAddress } from "../../store/redis/connection/address.ts";
import type { DurabilityGoal } from "../../store/redis/durability/level.ts";
import { inspectStore } from "../../store/redis/server/inspect.ts";

/** The addresses of the data and of the job queues; the same object if the queues have no Redis of their own. */
export interface StoreAddresses {
  data: StoreAddress;
  jobs: StoreAddress;
}

/**
 * Reads the addresses from the settings; `redisUrl` is that of the data. Throws {@link StartRefused} for an invalid
 * one.
 */
export function storeAddresses(config: Readonly<Config>, redisUrl: string): StoreAddresses {
  const data = storeAddress("REDIS_URL", redisUrl, (name) => config[name]);
  const { JOBS_REDIS_URL: jobsUrl } = config;
  return {
    data,
    jobs: jobsUrl === undefined ? data : storeAddress("JOBS_REDIS_URL", jobsUrl, (name) => config[name]),
  };
}

/** Returns what writes to the data wait for, according to the settings. */
export const durabilityOf = (config: Readonly<Config>): DurabilityGoal => ({
  level: config.DURABILITY,
  replicas: config.DURABILITY_REPLICAS,
});

/** Checks the Redis servers before a process uses them: {@link inspectStore}. Workers use no queues. */
export async function inspectStores(
  config: Readonly<Config>,
  { data, jobs }: StoreAddresses,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { roles, REQUIRE_PERSISTENCE: requirePersistence, REDIS_PREFIX: prefix, REDIS_WAIT_S } = config;
  const usesJobs = jobs !== data && roles.some((role) => role !== "worker");
  const options = { requirePersistence, prefix, maxWaitMs: REDIS_WAIT_S * 1000, signal, log };
  await inspectStore(data, { ...options, durability: durabilityOf(config) });
  if (usesJobs) await inspectStore(jobs, { ...options, durability: { level: "memory", replicas: 0 } });
}
