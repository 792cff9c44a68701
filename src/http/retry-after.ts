import { secondsOf } from "../ingest/budgets/budgets.ts";

/**
 * Returns the header with the time that a refused caller must wait, at least one second, from the milliseconds left.
 */
export const retryAfter = (ms: number): { "Retry-After": string } => ({
  "Retry-After": secondsOf(ms).toString(),
});
