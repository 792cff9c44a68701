import type { ComponentProps } from "preact";
import type { Api } from "../../api/api.ts";
import type { Period } from "../../requests/days.ts";
import {
  activityOf,
  alertsOn,
  conversionsOf,
  dailyConversionsOf,
  mostWishedOf,
  revenueOf,
  titleOf,
  unmetDemandOf,
} from "../../requests/reports.ts";
import type { Bars, Line } from "../../ui/chart.tsx";
import { countOf, formatDate, formatMoney, formatNumber } from "../../ui/format.ts";
import type { Column } from "../../ui/table.tsx";

type Revenue = ReturnType<typeof revenueOf>;
type Bar = ComponentProps<typeof Bars>["rows"][number];

/** The common form of all reports: charts, and a table with their rows. */
export interface View {
  days?: { names: string[]; lines: Line[] };
  bars?: Bar[];
  /** Revenue by currency; the currency with the most purchases is first. */
  revenue?: Revenue;
  columns: Column<string[]>[];
  rows: string[][];
  /** Whether the report has more rows than are shown. */
  isCut?: boolean;
}

/** Returns text columns for the headings; a heading that starts with `#` is a column of numbers. */
const columnsOf = (...headings: string[]): Column<string[]>[] =>
  headings.map((heading, i) => ({
    name: heading.replace("#", ""),
    isNumber: heading.startsWith("#"),
    cell: (row) => row[i] ?? "",
  }));
export const MAX_BARS = 10;
/** Maximum number of rows in the table; the CSV file has more. */
export const MAX_ROWS = 50;
/** One more row than is shown, to know whether there are more. */
const ROWS_REQUESTED = MAX_ROWS + 1;
const cut = <R>(rows: R[]) => ({ rows: rows.slice(0, MAX_ROWS), isCut: rows.length > MAX_ROWS });
const barsOf = <R extends object>(rows: readonly R[], barOf: (row: R) => Bar) =>
  rows.slice(0, MAX_BARS).map(barOf);

async function activity(api: Api, period: Period): Promise<View> {
  const { rows } = await activityOf(api, period);
  const figures = rows.map((row) => {
    return [row.added, row.removed, row.purchased, alertsOn(row), row.wishlistsCreated ?? 0];
  });
  const line = (name: string, colour: Line["colour"], values: number[]): Line => ({ name, colour, values });
  return {
    days: {
      names: rows.map(({ day }) => day),
      lines: [
        line(
          "Added",
          1,
          rows.map(({ added }) => added),
        ),
        line("Alerts", 2, rows.map(alertsOn)),
        line(
          "Bought",
          3,
          rows.map(({ purchased }) => purchased),
        ),
        line(
          "Removed",
          4,
          rows.map(({ removed }) => removed),
        ),
      ],
    },
    columns: columnsOf("Day", "#Added", "#Removed", "#Bought", "#Alerts", "#New wishlists"),
    rows: figures.some((day) => day.some((count) => count > 0))
      ? rows.map(({ day }, i) => [formatDate(day), ...(figures[i] ?? []).map(formatNumber)]).toReversed()
      : [],
  };
}

async function mostWished(api: Api, period: Period): Promise<View> {
  const { rows, isCut } = cut((await mostWishedOf(api, period, ROWS_REQUESTED)).rows);
  return {
    bars: barsOf(rows, (row) => {
      return { name: titleOf(row), value: row.wishes, shown: formatNumber(row.wishes) };
    }),
    columns: columnsOf("Variant", "Reference", "#Wishes", "#Removed", "#Still open"),
    rows: rows.map((row) => [
      titleOf(row),
      row.variantRef ?? "",
      ...[row.wishes, row.removed, row.standing].map(formatNumber),
    ]),
    isCut,
  };
}

async function unmetDemand(api: Api, period: Period): Promise<View> {
  const { rows, isCut } = cut((await unmetDemandOf(api, period, ROWS_REQUESTED)).rows);
  return {
    bars: barsOf(rows, (row) => {
      return { name: titleOf(row), value: row.units, shown: countOf(row.units, "wish", "wishes") };
    }),
    columns: columnsOf("Variant", "Reference", "#Wishes", "#In stock", "#Price", "#Value"),
    rows: rows.map((row) => [
      titleOf(row),
      row.variantRef ?? "",
      formatNumber(row.units),
      formatNumber(row.available),
      formatMoney(row.price, row.currency),
      formatMoney(row.amount, row.currency),
    ]),
    isCut,
  };
}

/** Loads a report with a chart of its revenue, in one currency at a time. */
async function conversions(api: Api, period: Period): Promise<View> {
  const [byDay, found] = await Promise.all([
    dailyConversionsOf(api, period),
    conversionsOf(api, period, ROWS_REQUESTED),
  ]);
  const { rows, isCut } = cut(found.rows);
  return {
    revenue: revenueOf(byDay),
    columns: columnsOf("Variant", "Reference", "#Purchases", "#Units", "#Revenue", "#Days from wish"),
    rows: rows.map((row) => [
      titleOf(row),
      row.variantRef ?? "",
      formatNumber(row.purchases),
      formatNumber(row.units),
      formatMoney(row.revenue, row.currency),
      formatNumber(row.averageDays),
    ]),
    isCut,
  };
}

/** The reports, by their names in addresses. */
export const REPORTS = {
  activity: { title: "Activity", lead: "What happened on each day", load: activity },
  "most-wished": { title: "Most wished", lead: "The variants with the most wishes", load: mostWished },
  "unmet-demand": {
    title: "Unmet demand",
    lead: "Open wishes for sold-out variants, and their value",
    load: unmetDemand,
  },
  conversions: {
    title: "Conversions",
    lead: "Wishes that were bought, with their revenue",
    load: conversions,
  },
} as const;
export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];
