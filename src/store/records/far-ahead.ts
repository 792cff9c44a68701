import { DAY_MS } from "../../units/durations.ts";

/** How far the clock of a sender may be ahead of the service's clock, in milliseconds. */
export const MAX_AHEAD_MS = DAY_MS;

/**
 * Whether a sender's time is so far ahead of `now` that its clock must be wrong. As the newest time of a record, it
 * would outdate every later row. Both times are in ISO 8601.
 */
export const isFarAhead = (time: string, now: string): boolean =>
  Date.parse(time) - Date.parse(now) > MAX_AHEAD_MS;

/** Why a time is refused that is far ahead. */
export const FAR_AHEAD = "The time is more than a day ahead of the service's clock.";
