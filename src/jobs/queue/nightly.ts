import type { NewJob, Schedule } from "./job.ts";
import type { QueueName } from "./queues.ts";

/** The nightly jobs with their times, as cron patterns in UTC. */
const NIGHTLY: Readonly<Record<string, string>> = {
  "recount-stored": "47 3 * * *",
  "sweep-references": "17 3 * * *",
};
const QUEUE = "maintenance";

/** The methods of the queues that scheduling needs. */
interface Scheduler {
  schedule: (queue: QueueName, id: string, schedule: Schedule, job: NewJob) => Promise<void>;
  scheduled: (queue: QueueName) => Promise<string[]>;
}

/** Writes the schedules of the nightly jobs, if they are missing or differ. */
export async function scheduleNightly(jobs: Pick<Scheduler, "schedule">): Promise<void> {
  for (const [name, cron] of Object.entries(NIGHTLY))
    await jobs.schedule(QUEUE, name, { cron, timezone: "UTC" }, { name, data: {} });
}

/** Whether the queues have these schedules. If not, the queues have lost all other data too. */
export async function hasNightly(jobs: Pick<Scheduler, "scheduled">): Promise<boolean> {
  const known = await jobs.scheduled(QUEUE);
  return Object.keys(NIGHTLY).every((name) => known.includes(name));
}
