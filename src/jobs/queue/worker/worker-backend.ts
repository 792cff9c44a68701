import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../../store/redis/clock.ts";
import { useStoreClock } from "../store-clock.ts";

/**
 * How long a queue is assumed to still have no active job, as a share of a job's lock time. A job that begins
 * immediately after the check is still checked once before its lock ends, so the job of a killed process is not found
 * later.
 */
const REUSED_SHARE = 0.7;

/**
 * Returns the factory of a worker's backend, which uses the store's clock. It fetches jobs, and searches for jobs of
 * killed processes, only if there are any. For a queue without jobs it therefore sends one command, while BullMQ's
 * scripts send seven or more.
 *
 * @param redis the Redis server of the queues
 * @param lockMs lock time of a job, in milliseconds
 */
export function workerBackend(
  redis: Redis,
  { now, lockMs }: { now: Now; lockMs: number },
): BackendFactory<RedisQueueBackend> {
  return (name, opts, options) => {
    const backend = createRedisBackend(name, opts, options);
    useStoreClock(backend, now);
    const keyOf = (state: string) => backend.toKey(state);
    let inactiveAt = Number.NEGATIVE_INFINITY;
    const isAnyActive = async () => {
      const at = performance.now();
      const count = await redis.exists(keyOf("active"));
      if (count === 0) inactiveAt = at;
      return count > 0;
    };
    const moveStalledJobsToWait = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = async () => {
      if (performance.now() - inactiveAt < lockMs * REUSED_SHARE || !(await isAnyActive())) return [];
      return moveStalledJobsToWait();
    };

    const waiting = ["wait", "prioritized", "delayed"].map(keyOf);
    const waitForJob = backend.waitForJob.bind(backend);
    backend.waitForJob = async (seconds) => {
      let job: Awaited<ReturnType<typeof waitForJob>>;
      // A job may exist without a marker, because the process that took the marker may have been killed.
      do {
        job = await waitForJob(seconds);
      } while (!job && !backend.closing && (await redis.exists(...waiting)) === 0);
      return job;
    };
    return backend;
  };
}
