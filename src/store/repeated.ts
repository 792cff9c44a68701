import { DAY_MS } from "./durations.ts";

/** How long an Idempotency-Key is remembered, in milliseconds. Its answer is kept for as long, or longer. */
export const KEY_LIFETIME_MS = DAY_MS;

/**
 * Whether something may be what an earlier attempt of the same request has created at a time in ISO 8601: after the
 * lifetime of its key, the same request is a new one.
 */
export const isOfAttempt = (createdTime: string, now: number): boolean =>
  now - Date.parse(createdTime) < KEY_LIFETIME_MS;
