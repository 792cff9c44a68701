import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../../store/redis/clock.ts";
import { useStoreClock } from "./store-clock-worker.ts";

/**
 * How long it is assumed that a queue still has no active job, as a share of a job's lock time. A job that begins right
 * after the check is still checked once before its lock ends, so the job of a killed process is found no later.
 */
const REUSED = 0.7;

/**
 * Makes the backend of a worker, which uses the store's clock. For a queue without jobs it sends one command, where
 * BullMQ's scripts send seven or more: it fetches jobs, and searches those of killed processes, only if there are any.
 *
 * @param redis of the queues
 * @param lockMs for how long a job is locked, in milliseconds
 */
export function workerBackend(
  redis: Redis,
  { now, lockMs }: { now: Now; lockMs: number },
): BackendFactory<RedisQueueBackend> {
  return (name, opts, options) => {
    const backend = createRedisBackend(name, opts, options);
    useStoreClock(backend, now);
    const keyOf = (state: string) => backend.toKey(state);
    let noneActiveAt = Number.NEGATIVE_INFINITY;
    const isAnyActive = async () => {
      const at = performance.now();
      const count = await redis.exists(keyOf("active"));
      if (count === 0) noneActiveAt = at;
      return count > 0;
    };
    const moveStalledJobsToWait = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = async () => {
      if (performance.now() - noneActiveAt < lockMs * REUSED || !(await isAnyActive())) return [];
      return moveStalledJobsToWait();
    };

    const waiting = ["wait", "prioritized", "delayed"].map(keyOf);
    const waitForJob = backend.waitForJob.bind(backend);
    backend.waitForJob = async (seconds) => {
      let job: Awaited<ReturnType<typeof waitForJob>>;
      // There may be a job without a marker: the process that took the marker may have been killed.
      do job = await waitForJob(seconds);
      while (!job && !backend.closing && (await redis.exists(...waiting)) === 0);
      return job;
    };
    return backend;
  };
}
