const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});
// A date without a time, such as 2026-01-31, is read as midnight in UTC.
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const dayAndYear = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const dateOfTime = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const formatNumber = (value: number) => number.format(value);
/** A number with the word for what it counts. */
export const countOf = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
export const formatChange = (share: number) => percent.format(share);
/** A date without a time, in short. */
export const formatDay = (text: string) => day.format(new Date(text));
/** A date; that of a time is the one in the time zone of the browser. */
export const formatDate = (text: string) =>
  (text.includes("T") ? dateOfTime : dayAndYear).format(new Date(text));
/** A date with a time, which is not divided between two lines. */
export const formatTime = (text: string | undefined) =>
  text === undefined ? "–" : time.format(new Date(text)).replace(/ (?=[AP]M$)/, "\u00a0");
/** A time that may stand in two lines where a table has little room: the day, and the time of the day. */
export const breakableTime = (text: string | undefined) => formatTime(text).replace(/ (?!\d?\d:)/g, "\u00a0");
/** A sentence of the API, with its times as people write them. */
export const withTimes = (sentence: string) =>
  sentence.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) => formatTime(text));

/** An amount; `isRound` leaves out what comes after the point of a large one. */
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
