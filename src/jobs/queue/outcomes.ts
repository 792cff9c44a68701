import type { Worker } from "bullmq";
import type { Logger } from "pino";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import type { QueueWork } from "./job.ts";

/** The library's words for a job that is given up. */
const STALLED = "job stalled more than allowable limit";

/** What a job is for, as far as its data says it: ids, and no other data. */
function idsIn(data: unknown): { storeKey?: unknown; eventId?: unknown } {
  if (typeof data !== "object" || data === null) return {};
  return {
    ...("storeKey" in data ? { storeKey: data.storeKey } : {}),
    ...("eventId" in data ? { eventId: data.eventId } : {}),
  };
}

interface Reports {
  log: Logger;
  /** Called for every job that ended. */
  onJob: (queue: string, outcome: "completed" | "failed") => void;
  onGivenUp: QueueWork["onGivenUp"];
}

/** Has a worker say what becomes of its jobs. */
export function reportOutcomes(worker: Worker, { log, onJob, onGivenUp }: Reports): Worker {
  const report = onceAMinute((err) =>
    log.warn({ err, queue: worker.name }, "Redis connection error, job queues"),
  );
  worker.on("error", report);
  worker.on("completed", () => onJob(worker.name, "completed"));
  worker.on("failed", (job, err) => {
    onJob(worker.name, "failed");
    const { id, name, attemptsMade: attempt } = job ?? {};
    log.error({ err, queue: worker.name, job: name, id, attempt, ...idsIn(job?.data) }, "job failed");
    if (job && err.message === STALLED)
      onGivenUp?.(job).catch((err: unknown) =>
        log.error({ err, queue: worker.name, id }, "cannot give up a job"),
      );
  });
  return worker;
}
