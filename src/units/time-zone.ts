import { FixedOffsetZone, IANAZone, Settings, type Zone } from "luxon";
import { DAY_MS, MINUTE_MS } from "./durations.ts";

/** Maximum number of cached time zones, because each takes 90 KB. */
const CACHED_ZONES = 50;

// Otherwise the library, which the parser of schedules also uses, asks for the language of the system. For the answer,
// Node.js loads its data of languages, which costs more than to load the library.
Settings.defaultLocale = "en-US";

/**
 * The clocks of a time zone. A local time is what they show, in milliseconds since 1970, as if the time zone were UTC.
 */
export class TimeZone {
  readonly #zone: Zone;

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  /** Returns the offset from UTC at a time, in milliseconds. */
  #offsetAt(ms: number): number {
    return this.#zone.offset(ms) * MINUTE_MS;
  }

  /** Returns the local time at a time. */
  at(ms: number): number {
    return ms + this.#offsetAt(ms);
  }

  /** Returns the day at a time, such as 2026-01-31. */
  dayAt(ms: number): string {
    return new Date(this.at(ms)).toISOString().slice(0, 10);
  }

  /** Returns the change of the offset within a day before or after a time; 0 on most days. */
  offsetChangeAround(ms: number): number {
    return Math.abs(this.#offsetAt(ms - DAY_MS) - this.#offsetAt(ms + DAY_MS));
  }

  /**
   * Returns the times when the clocks show a local time: none, one or two, the earlier first. `unchanged` is the time
   * when they would show it without a change of the offset on that day.
   */
  whenShown(localTime: number): { shown: number[]; unchanged: number } {
    const unchanged = localTime - this.#offsetAt(localTime - DAY_MS);
    const changed = localTime - this.#offsetAt(localTime + DAY_MS);
    const shown = [...new Set([unchanged, changed])].filter((ms) => this.at(ms) === localTime);
    return { shown, unchanged };
  }

  /** Returns when a day begins. If the clocks skip its first hour or the whole day, this is the time of the change. */
  startOf(day: string): number {
    const { shown, unchanged } = this.whenShown(Date.parse(day));
    return shown[0] ?? unchanged;
  }
}

const cached = new Map<string, TimeZone>();

// Capital letters do not matter in names. The cache must not have a time zone once for each way to write its name.
const keyOf = (name: string) => name.toLowerCase();

/** Whether the IANA time zone database has a name. */
export const isTimeZone = (name: string): boolean => cached.has(keyOf(name)) || IANAZone.isValidZone(name);

/**
 * Returns the time zone with a name of the IANA time zone database.
 *
 * @throws a RangeError if the database does not have the name
 */
export function timeZone(name: string): TimeZone {
  const key = keyOf(name);
  const known = cached.get(key);
  if (known) return known;
  // UTC needs no data of Node.js, so that a start with schedules only in UTC does not load it.
  const zone = key === "utc" ? FixedOffsetZone.utcInstance : new IANAZone(key);
  if (!zone.isValid) throw new RangeError(`${name} is not a time zone`);
  if (cached.size === CACHED_ZONES) {
    cached.clear();
    // The library has a cache of its own, without a limit.
    IANAZone.resetCache();
  }
  const made = new TimeZone(zone);
  cached.set(key, made);
  return made;
}
