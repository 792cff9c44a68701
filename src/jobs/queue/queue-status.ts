import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { dueTimeOf } from "./due-time.ts";
import type { OpenQueue } from "./open-queues.ts";

/** The state of a queue. */
export interface QueueStatus {
  queue: string;
  /** Number of jobs by state. Jobs that wait for a slot of their tenant are delayed. */
  counts: Record<string, number>;
  /** Time since the oldest ready or active job could run, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

const STATES = ["waiting", "prioritized", "active", "delayed", "failed"] as const;

/** Returns the time when a job could run for the first time; if it has run already, the time of its last start. */
const readySince = (job: Job) => Math.max(dueTimeOf(job), job.processedOn ?? 0);

/**
 * A priority is this many scores of the set `prioritized`, in which BullMQ orders the jobs of a priority by arrival.
 */
const SCORES_OF_PRIORITY = 2 ** 32;

/** Maximum number of priorities whose oldest job is read. */
const PRIORITIES = 8;

/**
 * Reads the oldest job of each of the least urgent priorities. The oldest job of all is usually among them: a priority
 * is for a tenant with much work, whose jobs wait longest.
 */
async function leastUrgentJobs(queue: Queue, redis: Redis): Promise<(Job | undefined)[]> {
  const key = queue.toKey("prioritized");
  const ids: string[] = [];
  let end = "+inf";
  while (ids.length < PRIORITIES) {
    const [, last] = await redis.zrevrangebyscore(key, end, "-inf", "WITHSCORES", "LIMIT", 0, 1);
    if (last === undefined) break;
    const start = Math.floor(Number(last) / SCORES_OF_PRIORITY) * SCORES_OF_PRIORITY;
    const [first] = await redis.zrangebyscore(key, start, last, "LIMIT", 0, 1);
    if (first !== undefined) ids.push(first);
    end = `(${start}`;
  }
  return Promise.all(ids.map((id) => queue.getJob(id)));
}

/** Reads the state of a queue. Only a few jobs of each state are read. */
export async function statusOf(name: string, { queue, redis }: OpenQueue, now: number): Promise<QueueStatus> {
  const [counts, prioritized, ...firstJobs] = await Promise.all([
    queue.getJobCounts(...STATES),
    leastUrgentJobs(queue, redis),
    queue.getJobs(["waiting"], 0, 0, true),
    queue.getJobs(["active"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, true),
  ]);
  // A job may end between the two reads.
  const found: (Job | undefined)[] = [...prioritized, ...firstJobs.flat()];
  const ages = found.flatMap((job) => (job ? [now - readySince(job)] : []));
  return { queue: name, counts, oldestMs: Math.max(0, ...ages) };
}
