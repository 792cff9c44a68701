import type { Job } from "bullmq";

/**
 * Delay of a job that waits for a slot of its tenant, in milliseconds; no other job has exactly this delay. The job is
 * normally admitted much earlier. If the list of waiting jobs was lost, it requests a slot itself at the end of the
 * delay.
 */
export const HELD_MS = 3_599_999;

/**
 * Returns the time when a job is due for the first time, in milliseconds since 1970. A job that waits for a slot is due
 * immediately.
 */
export const dueTimeOf = ({ timestamp, opts: { delay = 0 } }: Pick<Job, "timestamp" | "opts">): number =>
  timestamp + (delay === HELD_MS ? 0 : delay);

/** Field of a job that was delayed by a run: the time when it is due again, in milliseconds since 1970. */
export const DUE_FIELD = "due";

/** Returns the field that records when a job is due that a run delays at a time. */
export const dueFieldOf = (time: number, delay: number): Record<string, number> => ({
  [DUE_FIELD]: time + (delay === HELD_MS ? 0 : delay),
});
