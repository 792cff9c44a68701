import { shownVariant } from "../../src/text/shown.ts";
import type { Api } from "./api.ts";
import type { Period } from "./days.ts";
import type { Activity, Conversions, GuestFigures, MostWished, UnmetDemand } from "./types.ts";

export const activityOf = (api: Api, period: Period) => api.get<Activity>("/reports/activity", { ...period });
export const conversionsOf = (api: Api, period: Period, limit: number) =>
  api.get<Conversions>("/reports/conversions", { ...period, limit });
/** The variants with the highest revenue in a currency. */
export const bestSellersOf = (api: Api, period: Period, currency: string, limit: number) =>
  api.get<Conversions>("/reports/conversions", { ...period, limit, currency, sortBy: "revenue" });
export const dailyConversionsOf = (api: Api, period: Period) =>
  api.get<Conversions>("/reports/conversions", { ...period, by: "day" });
export const mostWishedOf = (api: Api, period: Period, limit = 50, by = "variant") =>
  api.get<MostWished>("/reports/most-wished", { ...period, limit, by });
export const unmetDemandOf = (api: Api, period: Period, limit = 50) =>
  api.get<UnmetDemand>("/reports/unmet-demand", { ...period, limit });
/** Days of the lists of sold-out variants: customers wait longer for stock than the period that reports begin with. */
export const UNMET_DAYS = 90;
/** The report of the same days as those lists. */
export const UNMET_REPORT = `/portal/reports/unmet-demand?days=${UNMET_DAYS}`;
export const guestFiguresOf = (api: Api) => api.get<GuestFigures>("/reports/guests");

type Day = Activity["rows"][number];

/** All alerts of a day, of whatever type. */
export const alertsOn = (day: Day): number =>
  (day.backInStockAlerts ?? 0) +
  (day.registerInterestAlerts ?? 0) +
  (day.priceDropAlerts ?? 0) +
  (day.lowStockAlerts ?? 0);

/** What a row of a report is about. */
export function titleOf(row: {
  title?: string;
  variantTitle?: string;
  productRef?: string;
  variantRef?: string;
}): string {
  const variant = shownVariant(row.variantTitle);
  if (row.title === undefined) return variant ?? row.variantRef ?? row.productRef ?? "Unknown";
  return variant === undefined ? row.title : `${row.title}, ${variant}`;
}

/** Revenue by currency, that of most purchases first. */
export function revenueOf({ rows }: Conversions): [currency: string, amount: number][] {
  const sums = new Map<string, { purchases: number; amount: number }>();
  for (const { currency, revenue, purchases } of rows) {
    if (currency === undefined) continue;
    const sum = sums.get(currency) ?? { purchases: 0, amount: 0 };
    sums.set(currency, { purchases: sum.purchases + purchases, amount: sum.amount + Number(revenue ?? 0) });
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b.purchases - a.purchases)
    .map(([currency, { amount }]) => [currency, amount]);
}
