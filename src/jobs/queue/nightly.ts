import type { NewJob, Schedule } from "./job.ts";
import type { QueueName } from "./queues.ts";

/** A nightly job with its time, as a cron pattern in UTC. */
interface Nightly {
  name: string;
  cron: string;
}

/** The schedules that are written before all others, and after them. */
const FIRST: Nightly = { name: "recount-stored", cron: "47 3 * * *" };
const LAST: Nightly = { name: "sweep-references", cron: "17 3 * * *" };
const QUEUE = "maintenance";

/** The methods of the queues that scheduling needs. */
interface Scheduler {
  schedule: (queue: QueueName, id: string, schedule: Schedule, job: NewJob) => Promise<void>;
  scheduled: (queue: QueueName) => Promise<string[]>;
}

const scheduleNightly = (jobs: Pick<Scheduler, "schedule">, { name, cron }: Nightly): Promise<void> =>
  jobs.schedule(QUEUE, name, { cron, timezone: "UTC" }, { name, data: {} });

/** Writes the schedule of a nightly job, if it is missing or differs: before anything else is added to the queues. */
export const scheduleFirst = (jobs: Pick<Scheduler, "schedule">) => scheduleNightly(jobs, FIRST);

/** Writes the schedule of another nightly job: after everything else. */
export const scheduleLast = (jobs: Pick<Scheduler, "schedule">) => scheduleNightly(jobs, LAST);

/**
 * Whether the queues have the first schedule and the last one. If one is missing, the queues have lost their data; a
 * loss during the start leaves only the last schedule.
 */
export async function hasNightly(jobs: Pick<Scheduler, "scheduled">): Promise<boolean> {
  const known = await jobs.scheduled(QUEUE);
  return [FIRST, LAST].every(({ name }) => known.includes(name));
}
