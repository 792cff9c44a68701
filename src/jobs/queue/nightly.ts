import type { NewJob, Schedule } from "./job.ts";
import type { QueueName } from "./queues.ts";

/** When the nightly work is done, each in UTC. */
const NIGHTLY: Readonly<Record<string, string>> = {
  "recount-stored": "47 3 * * *",
  "sweep-references": "17 3 * * *",
};
const QUEUE = "maintenance";

/** The queues, as far as schedules need them. */
interface Scheduler {
  schedule: (queue: QueueName, id: string, schedule: Schedule, job: NewJob) => Promise<void>;
  scheduled: (queue: QueueName) => Promise<string[]>;
}

/** Writes the schedules of the nightly work, where they are missing or differ. */
export async function scheduleNightly(jobs: Pick<Scheduler, "schedule">): Promise<void> {
  for (const [name, cron] of Object.entries(NIGHTLY))
    await jobs.schedule(QUEUE, name, { cron, timezone: "UTC" }, { name, data: {} });
}

/** Whether the queues have these schedules: without them, they have lost all else too. */
export async function hasNightly(jobs: Pick<Scheduler, "scheduled">): Promise<boolean> {
  const known = await jobs.scheduled(QUEUE);
  return Object.keys(NIGHTLY).every((name) => known.includes(name));
}
