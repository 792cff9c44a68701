import { shownVariant } from "../../src/text/shown.ts";
import type { Api } from "../api/api.ts";
import type { Activity, Conversions, GuestFigures, MostWished, UnmetDemand } from "../api/types.ts";
import type { Period } from "./days.ts";

export const activityOf = (api: Api, period: Period) => api.get<Activity>("/reports/activity", { ...period });
export const conversionsOf = (api: Api, period: Period, limit: number) =>
  api.get<Conversions>("/reports/conversions", { ...period, limit });
/** Loads the variants with the highest revenue in a currency. */
export const bestSellersOf = (api: Api, period: Period, currency: string, limit: number) =>
  api.get<Conversions>("/reports/conversions", { ...period, limit, currency, sortBy: "revenue" });
export const dailyConversionsOf = (api: Api, period: Period) =>
  api.get<Conversions>("/reports/conversions", { ...period, by: "day" });
export const mostWishedOf = (api: Api, period: Period, limit = 50, by = "variant") =>
  api.get<MostWished>("/reports/most-wished", { ...period, limit, by });
export const unmetDemandOf = (api: Api, period: Period, limit = 50) =>
  api.get<UnmetDemand>("/reports/unmet-demand", { ...period, limit });
/**
 * Number of days for the lists of sold-out variants. It is longer than the default period of reports, because customers
 * wait long for stock.
 */
export const UNMET_DAYS = 90;
/** Address of the report for the same days. */
export const UNMET_REPORT = `/portal/reports/unmet-demand?days=${UNMET_DAYS}`;
export const guestFiguresOf = (api: Api) => api.get<GuestFigures>("/reports/guests");

type Day = Activity["rows"][number];

/** Counts the alerts of all types on a day. */
export const alertsOn = (day: Day): number =>
  (day.backInStockAlerts ?? 0) +
  (day.registerInterestAlerts ?? 0) +
  (day.priceDropAlerts ?? 0) +
  (day.lowStockAlerts ?? 0);

/** Returns the title of a row of a report. */
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

/** Returns the revenue by currency, the currency with the most purchases first. */
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
