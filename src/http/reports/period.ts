import { Problem } from "../problem.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** Days in UTC, both inclusive, such as 2026-01-31. */
export interface Period {
  from: string;
  to: string;
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const refuse = (path: string, message: string) =>
  new Problem("InvalidParameter", { detail: `${path} ${message}`, errors: [{ path, message }] });

/** The period that a caller asks for: up to today and 30 days long, unless it says otherwise. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): Period {
  const last = to ?? dayAt(now);
  if (Date.parse(last) < 0) throw refuse("to", "must not be before 1970-01-01");
  const first = from ?? dayAt(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  if (first > last) throw refuse("from", `must not be after ${to === undefined ? "today" : "to"}`);
  if (Date.parse(last) - Date.parse(first) >= MOST_DAYS * DAY_MS)
    throw refuse("from", `must be at most ${MOST_DAYS - 1} days before ${to === undefined ? "today" : "to"}`);
  return { from: first, to: last };
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, i) => dayAt(first + i * DAY_MS));
}
