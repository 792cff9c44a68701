import type { Job, Worker } from "bullmq";
import type { Logger } from "pino";
import { onceAMinute } from "../../../store/redis/once-a-minute.ts";
import type { QueueWork } from "../job.ts";
import type { JobOutcome } from "../queues.ts";

/** BullMQ's error message for a job whose processes failed or stalled too often. */
const STALLED = "job stalled more than allowable limit";

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
  worker.on("error", report);
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
