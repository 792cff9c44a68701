import { setTimeout as pause } from "node:timers/promises";

/**
 * Limits an expensive reading that anybody may request: callers who wait for the next reading share it, and it begins
 * when as much time has passed after the last one as that took. Each caller gets a reading that began after the call.
 * Unlike the work of {@link file://../../http/overload/time-shares.ts TimeShares}, a reading is asynchronous, and one
 * serves all who wait.
 */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let free: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () =>
    (next ??= free.then(() => {
      next = undefined;
      const since = performance.now();
      const reading = read();
      const rest = () => pause(performance.now() - since);
      free = reading.then(rest, rest);
      return reading;
    }));
}
