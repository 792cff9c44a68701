import type { Job, Queue } from "bullmq";
import { MINUTE_MS } from "../../units/durations.ts";
import { DUE, type Schedule } from "./job.ts";
import { nextTime } from "./next-time.ts";
import type { OpenQueue } from "./open-queues.ts";

/** Scores of BullMQ's set of delayed jobs for each millisecond. */
const SCORES_OF_MS = 0x1000;
/** Tolerance: the clocks of two servers may differ a little, and processes read them at different moments. */
const TOLERANCE_MS = MINUTE_MS;
/** Maximum lifetime of the lock of a job after a correction: longer than any process holds one without a renewal. */
const LOCK_MS = 5 * MINUTE_MS;
const SCAN_COUNT = "1000";
/** First part of the ids of the runs of schedules: `repeat:<schedule>:<time>`. */
const RUN_PREFIX = "repeat:";

/** A schedule of a queue, as BullMQ returns it. */
interface KnownSchedule {
  pattern?: string | undefined;
  tz?: string | undefined;
  next?: number | undefined;
}

/** Whether a schedule waits for a later time than it has now, because the clock of Redis was ahead and was set back. */
export function isTooLate({ pattern, tz = "UTC", next = 0 }: KnownSchedule, now: number): boolean {
  if (pattern === undefined) return false;
  const schedule: Schedule = { cron: pattern, timezone: tz };
  return next > now + TOLERANCE_MS && next > nextTime(schedule, now + TOLERANCE_MS);
}

/** Returns the ids of the jobs that have ended at a time that has not come yet. */
async function endedAhead({ queue, redis }: OpenQueue, now: number): Promise<string[]> {
  const read = (state: string) => redis.zrangebyscore(queue.toKey(state), `(${now}`, "+inf");
  return (await Promise.all([read("completed"), read("failed")])).flat();
}

/** Lets further jobs with the deduplication name of a job be added. */
async function endDeduplication(queue: Queue, job: Job | undefined): Promise<void> {
  if (job?.deduplicationId !== undefined) await queue.removeDeduplicationKey(job.deduplicationId);
}

/**
 * Removes an ended run of a schedule. BullMQ keeps the last one as long as its schedule exists. All schedules are written
 * again after a correction.
 */
async function removeRun(queue: Queue, id: string): Promise<void> {
  const schedule = id.slice(RUN_PREFIX.length, id.lastIndexOf(":"));
  const last = (await queue.getJobScheduler(schedule))?.next;
  if (last !== undefined && id === `${RUN_PREFIX}${schedule}:${last}`)
    await queue.removeJobScheduler(schedule);
  await queue.remove(id);
}

/**
 * Lets further jobs be added in place of those that have ended at a time that has not come yet. Runs of schedules are
 * removed: BullMQ ends a schedule when it comes to a time that has a job already.
 */
async function forgetEndedAhead(opened: OpenQueue, now: number): Promise<void> {
  for (const id of await endedAhead(opened, now)) {
    if (id.startsWith(RUN_PREFIX)) await removeRun(opened.queue, id);
    else await endDeduplication(opened.queue, await opened.queue.getJob(id));
  }
}

/** Lets a job wait for its delay from now on, if it waits longer than that. Resolves to whether it did. */
async function hasten({ queue, redis }: OpenQueue, id: string, leftMs: number): Promise<boolean> {
  const delayMs = Number(await redis.hget(queue.toKey(id), "delay"));
  if (leftMs <= delayMs + TOLERANCE_MS) return false;
  const job = await queue.getJob(id);
  // The time of such a job is not a delay.
  if (!job || job.name === DUE) return false;
  try {
    await job.changeDelay(delayMs);
  } catch (err) {
    // Another process may have changed it, or it runs already.
    if (await job.isDelayed()) throw err;
  }
  await endDeduplication(queue, job);
  return true;
}

/**
 * Corrects a queue after the clock of Redis was ahead and was set back: jobs wait for their delays from now on, and what
 * BullMQ has kept until a time of the wrong clock ends. Resolves to the number of jobs that waited too long.
 */
export async function correctTimes(opened: OpenQueue, now: number): Promise<number> {
  const { queue, redis } = opened;
  await redis.del(queue.toKey("stalled-check"), queue.toKey("limiter"));
  await forgetEndedAhead(opened, now);
  for (const id of await redis.lrange(queue.toKey("active"), 0, -1))
    await redis.pexpire(queue.toKey(`${id}:lock`), LOCK_MS, "LT");
  let hastened = 0;
  let cursor = "0";
  do {
    const [next, found] = await redis.zscan(queue.toKey("delayed"), cursor, "COUNT", SCAN_COUNT);
    for (let i = 0; i < found.length; i += 2) {
      const leftMs = Math.floor(Number(found[i + 1]) / SCORES_OF_MS) - now;
      if (leftMs > TOLERANCE_MS && (await hasten(opened, found[i] ?? "", leftMs))) hastened++;
    }
    cursor = next;
  } while (cursor !== "0");
  return hastened;
}
