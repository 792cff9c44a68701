import { setMaxListeners } from "node:events";

/**
 * Returns a signal that aborts after a time, or when `signal` aborts. The timer holds it until then: Node.js 20 can
 * collect `AbortSignal.any` with `AbortSignal.timeout` as garbage, and a slow receiver would then hold a job forever.
 */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => {
    limit.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }, ms).unref();
  if (signal?.aborted) limit.abort(signal.reason);
  // Node.js warns of a leak if many requests wait for one signal.
  setMaxListeners(0, limit.signal, ...(signal ? [signal] : []));
  signal?.addEventListener(
    "abort",
    () => {
      limit.abort(signal.reason);
    },
    { signal: limit.signal },
  );
  return limit.signal;
}
