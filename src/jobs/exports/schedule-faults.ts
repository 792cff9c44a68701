import { type CronExpression, CronExpressionParser } from "cron-parser";
import type { ExportSchedule } from "../../store/exports/exports.ts";
import { HOUR_S } from "../../units/durations.ts";
import { isTimeZone } from "../../units/time-zone.ts";

/** Maximum number of days of each month. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a schedule names only days that its months do not have. The parser would search for a second before it
 * refuses them.
 */
function neverOccurs({ fields: { dayOfMonth, dayOfWeek, month } }: CronExpression): boolean {
  if (!dayOfWeek.isWildcard || dayOfMonth.hasLastChar) return false;
  const first = Math.min(...dayOfMonth.values.map(Number));
  return month.values.every((number) => first > (DAYS_IN_MONTH[number - 1] ?? 0));
}

/**
 * Returns the shortest time between two runs of a schedule on one day, in seconds, even if daylight saving time shifts
 * it by an hour. A schedule that runs once a day needs no check: its interval is at least 23 hours.
 */
function shortestInterval({ fields: { second, minute, hour } }: CronExpression): number {
  const times = minute.values.flatMap((m) => second.values.map((s) => m * 60 + s));
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  const hours = new Set(hour.values.map(Number));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isNextToAnother = [...hours].some((h) => hours.has((h + 1) % 24) || hours.has((h + 2) % 24));
  return Math.min(...gaps, isNextToAnother ? first + HOUR_S - last : HOUR_S);
}

const notCron = (why: string) => `must be a cron expression such as 0 6 * * *: ${why}`;

/** Returns the fault of a cron expression; undefined if it has none. */
function cronFault(cron: string, minSeconds: number): string | undefined {
  const fields = cron.trim().split(/\s+/);
  // The parser adds missing fields, which is never intended, and replaces H by another value each time. It also knows
  // names such as @daily, which are not fields.
  if (fields.length !== 5 && fields.length !== 6) return notCron("it must have five or six fields");
  if (fields.some((field) => /^H|[,(]H/i.test(field))) return notCron("H is not supported");
  try {
    const expression = CronExpressionParser.parse(cron, { tz: "UTC" });
    if (neverOccurs(expression)) return notCron("no month has such a day");
    expression.next();
    const isTooOften = shortestInterval(expression) < minSeconds;
    return isTooOften ? `must not run more often than once every ${minSeconds} seconds` : undefined;
  } catch (err) {
    return notCron(err instanceof Error ? err.message : String(err));
  }
}

/**
 * Validates a schedule, and returns its faults by field. Its runs must be at least `minSeconds` seconds apart. The
 * queue uses the same parser for expressions.
 */
export function scheduleFaults(
  { cron, timezone }: ExportSchedule,
  minSeconds: number,
): { field: "cron" | "timezone"; message: string }[] {
  if (!isTimeZone(timezone))
    return [
      { field: "timezone", message: "must be a time zone of the IANA database, such as Europe/Berlin" },
    ];
  const message = cronFault(cron, minSeconds);
  return message === undefined ? [] : [{ field: "cron", message }];
}
