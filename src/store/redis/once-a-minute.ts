import { MINUTE_MS } from "../../units/durations.ts";

/**
 * Returns a function that reports errors. Errors with the same text are reported once a minute: while a server is down,
 * every attempt to reach it fails in the same way. `now` is any clock in milliseconds.
 */
export function onceAMinute(
  report: (err: Error) => void,
  now: () => number = () => performance.now(),
): (err: unknown) => void {
  const reportedAt = new Map<string, number>();
  return (thrown) => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    const at = now();
    for (const [text, since] of reportedAt) if (at - since >= MINUTE_MS) reportedAt.delete(text);
    if (reportedAt.has(err.message)) return;
    reportedAt.set(err.message, at);
    report(err);
  };
}
