import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../store/redis/clock.ts";
import { useStoreClock } from "./store-clock-worker.ts";

/**
 * How long it counts that a queue has no job at all, as a share of the time that a job is locked for. A job that begins
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
      if (performance.now() - emptyAt < lockMs * REUSED || !(await hasJobs())) return [];
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
