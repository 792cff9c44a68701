import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../store/redis/clock.ts";
import { useStoreClock } from "./store-clock-worker.ts";

/** How long it counts that a queue has no job at all, in milliseconds: far less than a job has before it is missed. */
const REUSE_MS = 6000;

/**
 * Makes the backends of the workers of one process. A queue without jobs costs them one command where the library's
 * scripts take seven or more: they look for jobs, and for those of killed processes, only where there are any.
 *
 * They go by the store's clock.
 *
 * @param redis of the queues
 */
export function workerBackends(redis: Redis, now: Now): BackendFactory<RedisQueueBackend> {
  return (name, opts, options) => {
    const backend = createRedisBackend(name, opts, options);
    useStoreClock(backend, redis, now);
    const keyOf = (state: string) => backend.toKey(state);
    const states = ["wait", "prioritized", "delayed", "active"].map(keyOf);
    let emptyAt = Number.NEGATIVE_INFINITY;
    const hasJobs = async () => {
      const at = performance.now();
      const count = await redis.exists(...states);
      if (count === 0) emptyAt = at;
      return count > 0;
    };

    const moveStalledJobsToWait = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = async () => {
      if (performance.now() - emptyAt < REUSE_MS || !(await hasJobs())) return [];
      return moveStalledJobsToWait();
    };

    const waitForJob = backend.waitForJob.bind(backend);
    backend.waitForJob = async (seconds) => {
      let job: Awaited<ReturnType<typeof waitForJob>>;
      // A job may be there without a word of it: the process that got the word may have been killed.
      do job = await waitForJob(seconds);
      while (!job && !backend.closing && !(await hasJobs()));
      return job;
    };
    return backend;
  };
}
