const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const formatNumber = (value: number) => number.format(value);
export const formatChange = (share: number) => percent.format(share);
export const formatDay = (text: string) => day.format(new Date(text));
export const formatDate = (text: string) => dayAndYear.format(new Date(text));
export const formatTime = (text: string | undefined) =>
  text === undefined ? "–" : time.format(new Date(text));

export function formatMoney(amount: string | number | undefined, currency: string | undefined): string {
  if (amount === undefined) return "–";
  const value = Number(amount);
  return currency === undefined
    ? formatNumber(value)
    : new Intl.NumberFormat("en", {
        style: "currency",
        currency,
        maximumFractionDigits: value >= 1000 ? 0 : 2,
      }).format(value);
}

/** A code such as `back_in_stock` as words. */
export function inWords(code: string): string {
  const words = code
    .replaceAll(/[_-]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
