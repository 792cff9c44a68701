const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});
// A date without a time, such as 2026-01-31, is parsed as midnight in UTC.
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const dayAndYear = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const dateOfTime = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const formatNumber = (value: number) => number.format(value);
/** Formats a count with its noun. */
export const countOf = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
export const formatChange = (share: number) => percent.format(share);
/** Formats a date without a time, without the year. */
export const formatDay = (text: string) => day.format(new Date(text));
/** Formats a date; the date of a time is in the time zone of the browser. */
export const formatDate = (text: string) =>
  (text.includes("T") ? dateOfTime : dayAndYear).format(new Date(text));
/** Formats a date with a time; "AM" and "PM" stay on the line of the time. */
export const formatTime = (text: string | undefined) =>
  text === undefined ? "–" : time.format(new Date(text)).replace(/ (?=[AP]M$)/, "\u00a0");
/** Formats a time that can break into two lines in a narrow table: the day and the time of day. */
export const breakableTime = (text: string | undefined) => formatTime(text).replace(/ (?!\d?\d:)/g, "\u00a0");
/** Formats the times in a sentence of the API. */
export const withTimes = (sentence: string) =>
  sentence.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) => formatTime(text));

/** Formats an amount; with `isRound`, large amounts have no decimals. */
export function formatMoney(
  amount: string | number | undefined,
  currency: string | undefined,
  { isRound = false } = {},
): string {
  if (amount === undefined) return "–";
  const value = Number(amount);
  if (currency === undefined) return formatNumber(value);
  const digits = isRound && value >= 1000 ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat("en", { style: "currency", currency, ...digits }).format(value);
}
