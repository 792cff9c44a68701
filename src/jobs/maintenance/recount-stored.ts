import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { StoredCount, StoredCountState } from "../../store/tenants/stored-count.ts";

/** Pause after each step, in milliseconds, so that the count hardly delays other work of the store. */
const PAUSE_MS = 5;
/** Number of steps after which the position of the count is stored. */
const STEPS_PER_NOTE = 200;

/** The job that counts. Its progress is its position, so that another process can continue. */
interface RecountJob {
  progress: unknown;
  updateProgress: (state: StoredCountState) => Promise<void>;
}

const isState = (progress: unknown): progress is StoredCountState =>
  typeof progress === "object" && progress !== null && "cursor" in progress;

/** Recounts the stored bytes of all tenants. Resolves to the number of corrected counters. */
export async function recountStored(
  { stored, log }: { stored: StoredCount; log: Logger },
  job: RecountJob,
  signal?: AbortSignal,
): Promise<number> {
  let state = isState(job.progress) ? job.progress : await stored.start();
  for (let steps = 1; ; steps++) {
    state = await stored.step(state);
    if (state.cursor === "0") break;
    if (steps % STEPS_PER_NOTE === 0) await job.updateProgress(state);
    await pause(PAUSE_MS, undefined, signal ? { signal } : {});
  }
  const corrected = await stored.finish(state);
  log.info({ corrected }, "stored bytes counted");
  return corrected;
}
