/** A machine may be busy with much else. */
const MAX_MS = 120_000;
const STEP_MS = 10;

/**
 * Waits until something is the case, and fails when it never is. For a state that lasts, or as a step on the way: what a
 * test counts in the end it compares once, after `settled`, or a copy that comes later is not seen.
 */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  longestMs = MAX_MS,
): Promise<void> {
  const deadline = Date.now() + longestMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`never came: ${typeof what === "string" ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
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
