import { type DayPart, QUARTERS } from "../../store/reports/counter-fields.ts";
import { DAY_MS } from "../../units/durations.ts";

const QUARTER_MS = DAY_MS / QUARTERS;
/** Maximum difference between a time zone and UTC, in quarters of an hour. */
const FURTHEST = 14 * 4;

/** The days of a time zone. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;

  /** Throws a RangeError for a name that is not in the IANA time zone database. */
  constructor(name: string) {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError("an offset is not a time zone");
    const numeric = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    this.#format = new Intl.DateTimeFormat("sv-SE", { timeZone: name, ...numeric });
  }

  /** Returns the day in this time zone at a time, such as 2026-01-31. */
  dayAt(ms: number): string {
    return this.#format.format(ms);
  }

  /**
   * Returns when a day begins in this time zone, in milliseconds: the first quarter of an hour in UTC that is in the
   * day or after it.
   */
  startOf(day: string): number {
    const midnight = Date.parse(day);
    let [early, late] = [-FURTHEST, FURTHEST];
    while (early < late) {
      const middle = Math.floor((early + late) / 2);
      if (this.dayAt(midnight + middle * QUARTER_MS) < day) early = middle + 1;
      else late = middle;
    }
    return midnight + early * QUARTER_MS;
  }
}

/** Returns the parts of UTC days between two times, which must be at quarters of an hour. */
export function partsBetween(start: number, end: number): DayPart[] {
  const parts: DayPart[] = [];
  for (let at = start; at < end;) {
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
 * Returns when a day begins in the time zone. Without a zone, and for days up to `exactFrom`, whose parts were not
 * counted, the day begins in UTC. So there is no gap between days.
 */
export const startOfDay = (day: string, zone: Zone | undefined, exactFrom: string): number =>
  zone && day > exactFrom ? zone.startOf(day) : Date.parse(day);
