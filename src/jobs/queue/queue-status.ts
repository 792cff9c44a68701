import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { DUE_FIELD, dueTimeOf } from "./due-time.ts";
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

/** Resolves to the time since when a job can run: since it was due, or since it was started. */
async function readySince({ queue, redis }: OpenQueue, job: Job): Promise<number> {
  const dueAgain = Number(await redis.hget(queue.toKey(job.id ?? ""), DUE_FIELD));
  return Math.max(dueTimeOf(job), job.processedOn ?? 0, dueAgain);
}

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
export async function statusOf(name: string, opened: OpenQueue, now: number): Promise<QueueStatus> {
  const { queue, redis } = opened;
  const [counts, prioritized, ...firstJobs] = await Promise.all([
    queue.getJobCounts(...STATES),
    leastUrgentJobs(queue, redis),
    queue.getJobs(["waiting"], 0, 0, true),
    queue.getJobs(["active"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, true),
  ]);
  // A job may end between the two reads.
  const found = [...prioritized, ...firstJobs.flat()].filter((job: Job | undefined) => job !== undefined);
  const ages = await Promise.all(found.map(async (job) => now - (await readySince(opened, job))));
  return { queue: name, counts, oldestMs: Math.max(0, ...ages) };
}
