import type { VariantCount } from "../../store/reports/counter-fields.ts";
import { DAY_S } from "../../units/durations.ts";
import { amountOf } from "../../units/money.ts";
import type { RankedQuery, Report, ReportParts } from "./report.ts";
import { lookUp, VARIANT_COLUMNS, reportRows, Sums, variantNamesOf } from "./variants.ts";

const FIGURES = ["purchases", "units", "revenue", "currency", "averageDays"];

interface ConversionsQuery extends RankedQuery {
  /** Whether a row is about a variant or a day. */
  by: "variant" | "day";
  /** Only purchases in this currency. */
  currency: string | undefined;
  /** The figure that variants are sorted by. */
  sortBy: "purchases" | "revenue";
}

/** Sales in one currency, with the revenue in millionths. */
interface Sold {
  bought: bigint;
  units: bigint;
  revenue: bigint;
  seconds: bigint;
}

const nothingSold = (): Sold => ({ bought: 0n, units: 0n, revenue: 0n, seconds: 0n });

/** Adds a counter to its sums from `sumOf`, unless it has another location or currency than the query. */
function add(count: VariantCount, query: ConversionsQuery, sumOf: (count: VariantCount) => Sold): void {
  const { what } = count;
  if (query.location !== undefined && count.location !== query.location) return;
  if (query.currency !== undefined && count.currency !== query.currency) return;
  if (what === "bought" || what === "units" || what === "revenue" || what === "seconds")
    sumOf(count)[what] += count.count;
}

const figuresOf = ({ bought, units, revenue, seconds }: Sold, currency: string) => {
  const averageDays = Number(seconds) / Number(bought) / DAY_S;
  return {
    purchases: Number(bought),
    units: Number(units),
    ...(currency === "" ? {} : { revenue: amountOf(revenue), currency }),
    averageDays: Math.round(averageDays * 10) / 10,
  };
};

/** Reports the wishes that orders of the period fulfilled, by day and currency, in the order of the days. */
async function byDay({ counters }: ReportParts, query: ConversionsQuery): Promise<Report> {
  const rows: object[] = [];
  for (const [day, parts] of query.days) {
    const sums = new Map<string, Sold>();
    const sumOf = ({ currency }: VariantCount) => {
      const sum = sums.get(currency) ?? nothingSold();
      sums.set(currency, sum);
      return sum;
    };
    await counters.eachVariant(query.storeKey, "sales", parts, (count) => add(count, query, sumOf));
    const sold = [...sums].filter(([, { bought }]) => bought > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    rows.push(...sold.map(([currency, sum]) => ({ day, ...figuresOf(sum, currency) })));
  }
  return { columns: ["day", ...FIGURES], rows };
}

/** Reports the wishes that orders of the period fulfilled, by variant and currency, the highest figure first. */
async function byVariant(parts: ReportParts, query: ConversionsQuery): Promise<Report> {
  const sums = new Sums("variant", nothingSold);
  await parts.counters.eachVariant(query.storeKey, "sales", query.dayParts, (count) =>
    add(count, query, (each) => sums.of(each)),
  );
  const most = await sums.most(
    query.limit,
    ({ bought }) => Number(bought),
    ({ bought, revenue }) => Number(query.sortBy === "revenue" ? revenue : bought),
  );
  const rows = await reportRows(most, async ({ variant, currency, sum }) => ({
    ...variantNamesOf(variant, await lookUp(parts, query, variant)),
    ...figuresOf(sum, currency),
  }));
  return { columns: [...VARIANT_COLUMNS, ...FIGURES], rows };
}

/** Reports the wishes that orders of the period fulfilled, by variant or by day. */
export const conversions = (parts: ReportParts, query: ConversionsQuery): Promise<Report> =>
  query.by === "day" ? byDay(parts, query) : byVariant(parts, query);
