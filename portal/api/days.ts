const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Days of a time zone from the first to the last, as a report takes them. */
export interface Period {
  from: string;
  to: string;
  timezone: string;
}

/** The time zone of the browser, such as Europe/Berlin: whoever looks at a report means days there. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last `count` days of the browser's time zone, today among them; or those before, `ago` days earlier. */
export function lastDays(count: number, ago = 0, now = new Date()): Period {
  const today = Date.parse(dayOf(now.getTime() - now.getTimezoneOffset() * MINUTE_MS));
  return {
    from: dayOf(today - (count - 1 + ago) * DAY_MS),
    to: dayOf(today - ago * DAY_MS),
    timezone: browserZone(),
  };
}
