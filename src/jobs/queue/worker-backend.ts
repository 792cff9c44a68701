import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../store/redis/clock.ts";
import { useStoreClock } from "./store-clock-worker.ts";

/**
 * Makes the backends of the workers of one process. A queue without jobs costs them one command where the library's
 * scripts take seven or more: they look for jobs, and for those of killed processes, only where there are any. Each
 * look comes as often as without this, so nothing is found later.
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
    const moveStalledJobsToWait = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = async () =>
      (await redis.exists(keyOf("active"))) > 0 ? moveStalledJobsToWait() : [];

    const waiting = ["wait", "prioritized", "delayed"].map(keyOf);
    const waitForJob = backend.waitForJob.bind(backend);
    backend.waitForJob = async (seconds) => {
      let job: Awaited<ReturnType<typeof waitForJob>>;
      // A job may be there without a word of it: the process that got the word may have been killed.
      do job = await waitForJob(seconds);
      while (!job && !backend.closing && (await redis.exists(...waiting)) === 0);
      return job;
    };
    return backend;
  };
}
