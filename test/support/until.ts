/** A machine may be busy with much else. */
const MAX_MS = 120_000;
/** Time to the next look: a tenth of the time that was waited so far. A look often costs as much as what it waits for. */
const SHORTEST_STEP_MS = 10;
const MAX_STEP_MS = 100;
const STEP_SHARE = 0.1;

/**
 * Waits until something is the case, and fails when it never is. For a state that lasts, or as a step on the way: what a
 * test counts in the end it compares once, after `settled`, or a copy that comes later is not seen.
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

/** Waits for a promise, and fails when it does not settle. */
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
