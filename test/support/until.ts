/** Time limit, in milliseconds. It is long, because the machine may be busy. */
const MAX_MS = 120_000;
/**
 * Minimum time between two checks, in milliseconds. The time is a tenth of the wait so far, because a check may cost as
 * much as the work that it waits for.
 */
const SHORTEST_STEP_MS = 10;
const MAX_STEP_MS = 100;
const STEP_SHARE = 0.1;

/**
 * Waits until a condition is true, and fails if it never is. Use it for a state that lasts, or for an intermediate
 * step. Final counts are compared once, after `settled`; otherwise a later duplicate is not seen.
 */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  longestMs = MAX_MS,
): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - started;
    if (waitedMs > longestMs) throw new Error(`never came: ${typeof what === "string" ? what : what()}`);
    const stepMs = Math.min(Math.max(waitedMs * STEP_SHARE, SHORTEST_STEP_MS), MAX_STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

/** Waits for a promise, and fails if it does not settle. */
export async function soon<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never came: ${what}`)), MAX_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
