import { defined } from "../../collections/defined.ts";
import { invalidParameter } from "../../ingest/problem.ts";
import type { DayPart } from "../../store/reports/counter-fields.ts";
import { DAY_MS } from "../../units/durations.ts";
import { isTimeZone, type TimeZone, timeZone } from "../../units/time-zone.ts";
import { partsBetween, startOfDay } from "./day-parts.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** A period of days such as 2026-01-31, both inclusive. Days are in UTC unless there is a time zone. */
export interface Period {
  from: string;
  to: string;
  timezone?: string;
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Returns the time zone with a name.
 *
 * @throws {Problem} for an unknown name
 */
export function zoneOf(timezone: string | undefined): TimeZone | undefined {
  if (timezone === undefined) return undefined;
  const isOffset = !/^[A-Za-z]/.test(timezone);
  if (isOffset || !isTimeZone(timezone))
    throw invalidParameter("timezone", "must be a time zone of the IANA database, such as Europe/Berlin");
  return timeZone(timezone);
}

/** Returns the requested period. The default is the last 30 days, including today. */
export function periodOf(
  {
    from,
    to,
    timezone,
  }: { from?: string | undefined; to?: string | undefined; timezone?: string | undefined },
  now: number,
  zone: TimeZone | undefined,
): Period {
  const last = to ?? zone?.dayAt(now) ?? dayAt(now);
  if (Date.parse(last) < 0) throw invalidParameter("to", "must not be before 1970-01-01");
  const first = from ?? dayAt(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  if (first > last) throw invalidParameter("from", `must not be after ${to === undefined ? "today" : "to"}`);
  if (Date.parse(last) - Date.parse(first) >= MAX_DAYS * DAY_MS)
    throw invalidParameter(
      "from",
      `must be at most ${MAX_DAYS - 1} days before ${to === undefined ? "today" : "to"}`,
    );
  return { from: first, to: last, ...defined({ timezone }) };
}

/** Returns the days of a period, in order. */
function daysOf({ from, to }: Period): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, i) => dayAt(first + i * DAY_MS));
}

/** Returns the parts of UTC days that each day of a period consists of. */
export function partsOf(
  period: Period,
  zone: TimeZone | undefined,
  exactFrom: string,
): Map<string, DayPart[]> {
  const parts = new Map<string, DayPart[]>();
  let start = startOfDay(period.from, zone, exactFrom);
  for (const day of daysOf(period)) {
    const end = startOfDay(dayAt(Date.parse(day) + DAY_MS), zone, exactFrom);
    parts.set(day, partsBetween(start, end));
    start = end;
  }
  return parts;
}

/** Returns the parts of UTC days that a whole period consists of. */
export function partsOfAll({ from, to }: Period, zone: TimeZone | undefined, exactFrom: string): DayPart[] {
  const next = dayAt(Date.parse(to) + DAY_MS);
  return partsBetween(startOfDay(from, zone, exactFrom), startOfDay(next, zone, exactFrom));
}
