import { DAY_MS } from "../../store/durations.ts";
import { type DayPart, QUARTERS } from "../../store/reports/counter-fields.ts";

const QUARTER_MS = DAY_MS / QUARTERS;
/** No time zone is further from UTC. */
const FURTHEST = 14 * 4;

/** Days of a time zone. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;

  /** Throws a RangeError for a name that the IANA time zone database does not have. */
  constructor(name: string) {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError("an offset is no time zone");
    const numeric = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    this.#format = new Intl.DateTimeFormat("sv-SE", { timeZone: name, ...numeric });
  }

  /** The day that it is there, such as 2026-01-31. */
  dayAt(ms: number): string {
    return this.#format.format(ms);
  }

  /** When a day begins there, in milliseconds: the first quarter of an hour in UTC that is in it, or after it. */
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

/** Parts of days in UTC from a time up to another one, both at quarters of an hour. */
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
 * When a day begins: in the zone, or in UTC without a zone, or for days up to `exactFrom`, whose parts were not
 * counted. So days follow each other without a gap.
 */
export const startOfDay = (day: string, zone: Zone | undefined, exactFrom: string): number =>
  zone && day > exactFrom ? zone.startOf(day) : Date.parse(day);
