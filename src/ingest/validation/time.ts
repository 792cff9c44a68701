import { DAY_MS } from "../../units/durations.ts";

const TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)$/i;

/** Whether a text is a calendar day, such as `2026-01-31`. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** Writes a time in milliseconds in the format of RFC 3339; undefined if its year in UTC does not have four digits. */
function written(ms: number): string | undefined {
  const text = Number.isNaN(ms) ? "" : new Date(ms).toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/**
 * Converts a time of ISO 8601 with a time zone to the format of RFC 3339; undefined for other text. Time zone and
 * precision do not change. Unlike RFC 3339, ISO 8601 also allows a time without seconds, a decimal comma, an offset
 * without colon or minutes, and `24:00` for the end of a day. The end of a day and a leap second become the following
 * second, in UTC. A time whose year in UTC does not have four digits is refused: days and sort orders are in UTC.
 */
export function readTime(text: string): string | undefined {
  const [, day = "", clock = "", seconds = "00", fraction, utc, hours = "", minutes = "00"] =
    TIME.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const zone = utc === undefined ? `${hours}:${minutes}` : "Z";
  const isWhole = fraction === undefined || /^0+$/.test(fraction);
  if (clock === "24:00")
    return seconds === "00" && isWhole ? written(Date.parse(`${day}T00:00:00${zone}`) + DAY_MS) : undefined;
  if (seconds === "60") {
    const next = Date.parse(`${day}T${clock}:59${zone}`) + 1000;
    return next % DAY_MS === 0 ? written(next) : undefined;
  }
  const time = `${day}T${clock}:${seconds}${fraction === undefined ? "" : `.${fraction}`}${zone}`;
  return written(Date.parse(time)) === undefined ? undefined : time;
}
