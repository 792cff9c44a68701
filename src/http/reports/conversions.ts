import { amountOf } from "../../actors/report/money.ts";
import type { ReportQuery, Report, ReportParts } from "./report.ts";
import { lookUp, NAMES, variantNamesOf, Sums } from "./variants.ts";

const DAY_SECONDS = 86_400;

/** Wishes that orders of the period have fulfilled, per variant and currency, the highest first. */
export async function conversions(parts: ReportParts, query: ReportQuery): Promise<Report> {
  const { storeKey, parts: dayParts, location, limit } = query;
  const sums = new Sums("variant", () => ({ bought: 0n, units: 0n, revenue: 0n, seconds: 0n }));
  await parts.counters.eachVariant(storeKey, "sales", dayParts, (count) => {
    const { what } = count;
    if (location !== undefined && count.location !== location) return;
    if (what === "bought" || what === "units" || what === "revenue" || what === "seconds")
      sums.of(count)[what] += count.count;
  });
  const rows = sums
    .most(({ bought }) => Number(bought))
    .slice(0, limit)
    .map(async ({ name, currency, sum: { bought, units, revenue, seconds } }) => {
      const averageDays = Number(seconds) / Number(bought) / DAY_SECONDS;
      return {
        ...variantNamesOf(name, await lookUp(parts, query, name)),
        purchases: Number(bought),
        units: Number(units),
        ...(currency === "" ? {} : { revenue: amountOf(revenue), currency }),
        averageDays: Math.round(averageDays * 10) / 10,
      };
    });
  return {
    columns: [...NAMES, "purchases", "units", "revenue", "currency", "averageDays"],
    rows: await Promise.all(rows),
  };
}
