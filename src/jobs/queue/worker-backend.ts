import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../store/redis/clock.ts";
import { useStoreClock } from "./store-clock-worker.ts";

/**
 * How long it counts that a queue has no active job, as a share of the time that a job is locked for. A job that begins
 * just then is still looked at once before its lock ends, so one of a killed process is found no later.
 */
const REUSED = 0.7;

/**
 * Makes the backend of a worker. A queue without jobs costs it one command where the library's
 * scripts take seven or more: it looks for jobs, and for those of killed processes, only where there are any.
 *
 * It goes by the store's clock.
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
      // A job may be there without a marker: the process that took the marker may have been killed.
      do job = await waitForJob(seconds);
      while (!job && !backend.closing && (await redis.exists(...waiting)) === 0);
      return job;
    };
    return backend;
  };
}
