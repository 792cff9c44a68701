import type { Job, Queue } from "bullmq";
import { dueTimeOf } from "./due-time.ts";

/** What a queue holds. */
export interface QueueStatus {
  queue: string;
  /** Jobs by state; those that wait for a slot of their tenant are delayed. */
  counts: Record<string, number>;
  /** Age of the oldest job that is ready or active, since it could run, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

const STATES = ["waiting", "prioritized", "active", "delayed", "failed"] as const;

/** When a job could first run; if it has run already, when it was last begun. */
const readySince = (job: Job) => Math.max(dueTimeOf(job), job.processedOn ?? 0);

/** Reads the state of a queue. Of the jobs with a priority only the first and the last are read. */
export async function statusOf(name: string, queue: Queue, now: number): Promise<QueueStatus> {
  const [counts, ...some] = await Promise.all([
    queue.getJobCounts(...STATES),
    queue.getJobs(["waiting"], 0, 0, true),
    queue.getJobs(["active"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, false),
  ]);
  // A job may end between the two reads.
  const found: (Job | undefined)[] = some.flat();
  const ages = found.flatMap((job) => (job ? [now - readySince(job)] : []));
  return { queue: name, counts, oldestMs: Math.max(0, ...ages) };
}
