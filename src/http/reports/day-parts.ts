import { type DayPart, QUARTERS } from "../../store/reports/counter-fields.ts";
import { DAY_MS } from "../../units/durations.ts";
import type { TimeZone } from "../../units/time-zone.ts";

const QUARTER_MS = DAY_MS / QUARTERS;

/** Returns the parts of UTC days between two times, which must be at quarters of an hour. */
export function partsBetween(start: number, end: number): DayPart[] {
  const parts: DayPart[] = [];
  let at = start;
  while (at < end) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS;
    const until = Math.min(end, midnight + DAY_MS);
    parts.push({
      day: new Date(midnight).toISOString().slice(0, 10),
      from: (at - midnight) / QUARTER_MS,
      to: (until - midnight) / QUARTER_MS,
    });
    at = until;
  }
  return parts;
}

/**
 * Returns when a day begins in the time zone: the first quarter of an hour in UTC that is in the day or after it.
 * Without a zone, and for days up to `exactFrom`, whose parts were not counted, the day begins in UTC. So there is no
 * gap between days.
 */
export const startOfDay = (day: string, zone: TimeZone | undefined, exactFrom: string): number =>
  zone && day > exactFrom ? Math.ceil(zone.startOf(day) / QUARTER_MS) * QUARTER_MS : Date.parse(day);
