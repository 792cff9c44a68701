import { ErrorCode, type Job, type Worker } from "bullmq";
import type { Logger } from "pino";
import { onceAMinute } from "../../../store/redis/once-a-minute.ts";
import type { QueueWork } from "../job.ts";
import type { JobOutcome } from "../queues.ts";

/** BullMQ's error message for a job whose processes failed or stalled too often. */
const STALLED = "job stalled more than allowable limit";

/** BullMQ's codes for a job that its run does not hold any more: another run has it or has ended it, or it was removed. */
const NOT_HELD = new Set<unknown>([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/** Start of BullMQ's error message for a lock that had ended before it was renewed. */
const NOT_RENEWED = "could not renew lock for job";

/** Whether an error of a worker says that a job was taken from its run: Redis has answered. */
const isNotHeld = (err: Error): boolean =>
  ("code" in err && NOT_HELD.has(err.code)) || err.message.startsWith(NOT_RENEWED);

/** Whether a failed job is not tried again: only a job that has ended has a time of its end. */
const isGivenUp = ({ finishedOn }: Job, { message }: Error): boolean =>
  message === STALLED || typeof finishedOn === "number";

/** Returns the ids in a job's data that may be logged. Other data may be personal. */
function idsIn(data: unknown): { storeKey?: unknown; eventId?: unknown } {
  if (typeof data !== "object" || data === null) return {};
  return {
    ...("storeKey" in data ? { storeKey: data.storeKey } : {}),
    ...("eventId" in data ? { eventId: data.eventId } : {}),
  };
}

interface Reports {
  log: Logger;
  /** Called for each attempt that has ended. */
  onJob: (queue: string, outcome: JobOutcome) => void;
  onGivenUp: QueueWork["onGivenUp"];
}

/** Logs and counts the outcomes of a worker's jobs. */
export function reportOutcomes(worker: Worker, { log, onJob, onGivenUp }: Reports): Worker {
  const report = onceAMinute((err) =>
    log.warn({ err, queue: worker.name }, "Redis connection error, job queues"),
  );
  // The messages of these errors have the ids of jobs, so each of them would be a line.
  const reportLost = onceAMinute(() =>
    log.warn(
      { queue: worker.name },
      "jobs lost their locks, because this process stood still; they run again",
    ),
  );
  worker.on("error", (err) => (isNotHeld(err) ? reportLost("locks lost") : report(err)));
  worker.on("completed", () => onJob(worker.name, "completed"));
  worker.on("failed", (job, err) => {
    const { id, name, attemptsMade: attempt } = job ?? {};
    const willRetry = job !== undefined && !isGivenUp(job, err);
    const fields = { err, queue: worker.name, job: name, id, attempt, willRetry, ...idsIn(job?.data) };
    log[willRetry ? "warn" : "error"](fields, "job failed");
    onJob(worker.name, willRetry ? "retried" : "failed");
    if (!job || willRetry) return;
    onGivenUp?.(job).catch((err: unknown) =>
      log.error({ err, queue: worker.name, id }, "cannot end the work of a failed job"),
    );
  });
  return worker;
}
