import type { Job, Processor, RateLimiterOptions, Worker } from "bullmq";
import { type OfStore, withStoreKey } from "../../../store/records/of-store.ts";
import { onceAMinute } from "../../../store/redis/once-a-minute.ts";
import type { QueueWork } from "../job.ts";
import type { JobsOptions } from "../jobs-options.ts";
import { REPEATING } from "../next-time.ts";
import { type OpenQueue, WAIT_S } from "../open-queues.ts";
import type { QueueName } from "../queues.ts";
import { around } from "./around.ts";
import { reportOutcomes } from "./outcomes.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { StoreClockWorker } from "./store-clock-worker.ts";
import type { TenantLimit } from "./tenant-limit.ts";
import { tracedJobs } from "./traced-jobs.ts";
import { workerBackend } from "./worker-backend.ts";

/** Wait before a retry after the store was unavailable, in milliseconds. */
const RETRY_MS = 1000;

/** Maximum time between two searches for jobs of failed processes, in milliseconds. */
const POLL_MS = 5000;

/** Maximum number of times that a job may stall, because its process fails or blocks, before it is given up. */
const MAX_STALLS = 10;

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** Converts the data of jobs that version 0.1.0 queued or scheduled, and runs them. */
const withCurrentData = (process: Processor): Processor =>
  around(process, (job: Job<OfStore | undefined>, _token, next) => {
    if (job.data) job.data = withStoreKey(job.data);
    return next();
  });

/**
 * Returns the limit on the jobs of a queue per second, spread over the second. In a burst, most jobs of a tenant would
 * find no slot, and the attempts would use up the limit.
 */
export function limiterOf(perSecond: number): RateLimiterOptions {
  const parts = greatestCommonDivisor(perSecond, 1000);
  return { max: perSecond / parts, duration: 1000 / parts };
}

interface WorkerParts extends Pick<JobsOptions, "keys" | "log" | "now" | "onJob" | "tracer" | "lockMs"> {
  /** The limit on the jobs of a tenant; undefined if the queue has none. */
  limit: TenantLimit | undefined;
}

/** Starts to process the jobs of a queue. */
export function startQueueWorker(
  name: QueueName,
  { queue, redis }: OpenQueue,
  { process, concurrency = 1, perSecond, onGivenUp }: QueueWork,
  { keys, log, now, onJob, tracer, lockMs, limit }: WorkerParts,
): Worker {
  const onWait = onceAMinute((err) =>
    log.warn({ err, queue: name }, "jobs wait: Redis or a worker is unavailable"),
  );
  const waiting = retryWhileUnavailable(process, onWait);
  const limited = limit ? limit.limited(waiting) : waiting;
  const processor = withCurrentData(tracer ? tracedJobs(tracer, name, limited) : limited);
  const worker = new StoreClockWorker(queue.name, processor, {
    now,
    backends: workerBackend(redis, { now, lockMs }),
    connection: redis,
    prefix: keys.jobs(name),
    concurrency,
    ...(perSecond === undefined ? {} : { limiter: limiterOf(perSecond) }),
    drainDelay: WAIT_S,
    runRetryDelay: RETRY_MS,
    lockDuration: lockMs,
    // BullMQ's script accepts only integers.
    stalledInterval: Math.min(POLL_MS, Math.floor(lockMs / 3)),
    maxStalledCount: MAX_STALLS,
    settings: REPEATING,
  });
  return reportOutcomes(worker, { log, onJob, onGivenUp });
}
