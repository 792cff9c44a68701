import type { JobSchedulerJobOptions, RedisQueueBackend } from "bullmq";
import type { Now } from "../../store/redis/clock.ts";
import { dueFieldOf } from "./due-time.ts";
import { nextTime } from "./next-time.ts";

/** BullMQ's scripts that are given the current time, and the index of the time in their arguments. */
const TIME_ARGUMENT = new Map([
  ["moveToActive", 12],
  ["moveToFinished", 15],
  ["addJobScheduler", 17],
  ["updateJobScheduler", 16],
  ["changeDelay", 5],
]);

/** The time of a schedule's job, from the job's id; 0 without a job. */
const timeOf = (id = "") => Number(id.slice(id.lastIndexOf(":") + 1));

/**
 * Makes a backend use the store's clock instead of the process's clock: delays begin at the store's time, delayed jobs
 * become ready at the store's time, and the next time of a schedule is after the store's time.
 */
export function useStoreClock(backend: RedisQueueBackend, now: Now): void {
  const execCommand = backend.execCommand.bind(backend);
  backend.execCommand = (client, name, args) => {
    const index = TIME_ARGUMENT.get(name);
    if (index !== undefined && !(Number(args[index]) > 0))
      throw new Error(`${name} of this version of BullMQ has no time at argument ${index}`);
    const result: unknown = execCommand(client, name, index === undefined ? args : args.with(index, now()));
    return result;
  };
  const moveToDelayed = backend.moveToDelayed.bind(backend);
  backend.moveToDelayed = (id, _, delay, token, options) => {
    const time = now();
    // BullMQ forgets the delay when it is over.
    const fieldsToUpdate = { ...options?.fieldsToUpdate, ...dueFieldOf(time, delay) };
    return moveToDelayed(id, time, delay, token, { ...options, fieldsToUpdate });
  };

  /** The job of a schedule at its next time, which is also after the time of the job before. */
  const nextJob = (job: JobSchedulerJobOptions, before?: string): [number, JobSchedulerJobOptions] => {
    const { pattern = "", tz = "UTC" } = job.repeat ?? {};
    const at = nextTime({ cron: pattern, timezone: tz }, Math.max(now(), timeOf(before)));
    return [at, { ...job, prevMillis: at }];
  };
  const addJobScheduler = backend.addJobScheduler.bind(backend);
  backend.addJobScheduler = (id, _, data, template, schedule, job, ...rest) => {
    const [at, next] = nextJob(job);
    return addJobScheduler(id, at, data, template, schedule, next, ...rest);
  };
  const updateJobSchedulerNextMillis = backend.updateJobSchedulerNextMillis.bind(backend);
  backend.updateJobSchedulerNextMillis = (id, _, data, job, before) => {
    const [at, next] = nextJob(job, before);
    return updateJobSchedulerNextMillis(id, at, data, next, before);
  };
}
