import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { StoredCount, StoredCountState } from "../../store/tenants/stored-count.ts";

/** Pause after each step, so that other work of the store is hardly delayed, in milliseconds. */
const REST_MS = 5;
/** Steps after which the position of the count is stored. */
const STEPS_NOTED = 200;

/** The job that counts: its progress is its position, so that another process continues from there. */
interface RecountJob {
  progress: unknown;
  updateProgress: (state: StoredCountState) => Promise<void>;
}

const isState = (progress: unknown): progress is StoredCountState =>
  typeof progress === "object" && progress !== null && "cursor" in progress;

/** Counts the stored bytes of all tenants again. Resolves to how many counters were wrong. */
export async function recountStored(
  { stored, log }: { stored: StoredCount; log: Logger },
  job: RecountJob,
  signal?: AbortSignal,
): Promise<number> {
  let state = isState(job.progress) ? job.progress : await stored.start();
  for (let steps = 1; ; steps++) {
    state = await stored.step(state);
    if (state.cursor === "0") break;
    if (steps % STEPS_NOTED === 0) await job.updateProgress(state);
    await pause(REST_MS, undefined, signal ? { signal } : {});
  }
  const corrected = await stored.finish(state);
  log.info({ corrected }, "stored bytes counted");
  return corrected;
}
