const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A period of days in a time zone, as the query of a report. */
export interface Period {
  from: string;
  to: string;
  timezone: string;
}

/** Returns the time zone of the browser, such as Europe/Berlin. Reports show the days of this time zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Returns the last `count` days in the browser's time zone, including today, or the same number of days `ago` days
 * earlier.
 */
export function lastDays(count: number, ago = 0, now = new Date()): Period {
  const today = Date.parse(dayOf(now.getTime() - now.getTimezoneOffset() * MINUTE_MS));
  return {
    from: dayOf(today - (count - 1 + ago) * DAY_MS),
    to: dayOf(today - ago * DAY_MS),
    timezone: browserZone(),
  };
}
