import { DAY_MS } from "../../units/durations.ts";

/** How long an Idempotency-Key is remembered, in milliseconds. Its answer is kept at least as long. */
export const KEY_LIFETIME_MS = DAY_MS;

/**
 * Whether an entity that was created at a time (ISO 8601) may come from an earlier attempt of the same request: after
 * the lifetime of its Idempotency-Key, the same request is a new one.
 */
export const isOfAttempt = (createdTime: string, now: number): boolean =>
  now - Date.parse(createdTime) < KEY_LIFETIME_MS;
