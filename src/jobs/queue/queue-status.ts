import type { Job, Queue } from "bullmq";
import { dueTimeOf } from "./due-time.ts";

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

/** Reads the state of a queue. Only the first and the last of the jobs with a priority are read. */
export async function statusOf(name: string, queue: Queue, now: number): Promise<QueueStatus> {
  const [counts, ...firstJobs] = await Promise.all([
    queue.getJobCounts(...STATES),
    queue.getJobs(["waiting"], 0, 0, true),
    queue.getJobs(["active"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, true),
    queue.getJobs(["prioritized"], 0, 0, false),
  ]);
  // A job may end between the two reads.
  const found: (Job | undefined)[] = firstJobs.flat();
  const ages = found.flatMap((job) => (job ? [now - readySince(job)] : []));
  return { queue: name, counts, oldestMs: Math.max(0, ...ages) };
}
