import type { ComponentProps } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { useMemo, useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { lastDays, type Period } from "../api/days.ts";
import {
  activityOf,
  alertsOn,
  bestSellersOf,
  conversionsOf,
  dailyConversionsOf,
  mostWishedOf,
  revenueOf,
  titleOf,
  unmetDemandOf,
} from "../api/reports.ts";
import { Bars, Chart, type Line } from "../ui/chart.tsx";
import { usePortal } from "../ui/context.ts";
import { useAction, useData } from "../ui/data.ts";
import { countOf, formatDate, formatMoney, formatNumber } from "../ui/format.ts";
import { Select } from "../ui/form.tsx";
import { ActionButton, Card, Empty, Page, Show } from "../ui/parts.tsx";
import { saveFile } from "../ui/save.ts";
import { type Column, Table } from "../ui/table.tsx";
import { Guests } from "./guests.tsx";

type Bar = ComponentProps<typeof Bars>["rows"][number];

/** A report in the form of all: pictures, and the rows behind them. */
interface View {
  days?: { names: string[]; lines: Line[] };
  /** Charts of bars, each with what its title adds to that of the report. */
  bars?: { about: string; rows: Bar[] }[];
  columns: Column<string[]>[];
  rows: string[][];
  /** Whether the report has more rows. */
  isCut?: boolean;
}

/** Columns of texts by their headings; a heading after `#` is of figures. */
const columnsOf = (...headings: string[]): Column<string[]>[] =>
  headings.map((heading, i) => ({
    name: heading.replace("#", ""),
    isNumber: heading.startsWith("#"),
    cell: (row) => row[i] ?? "",
  }));
const MAX_BARS = 10;
const MAX_CURRENCIES = 4;
/** The most rows of the API. */
const CSV_ROWS = 10_000;
const MAX_ROWS = 50;
/** One more row than is shown tells whether there are more. */
const ROWS_ASKED = MAX_ROWS + 1;
const cut = <R,>(rows: R[]) => ({ rows: rows.slice(0, MAX_ROWS), isCut: rows.length > MAX_ROWS });
const barsOf = <R extends object>(rows: readonly R[], barOf: (row: R) => Bar) => [
  { about: "", rows: rows.slice(0, MAX_BARS).map(barOf) },
];

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
  const { rows, isCut } = cut((await mostWishedOf(api, period, ROWS_ASKED)).rows);
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
  const { rows, isCut } = cut((await unmetDemandOf(api, period, ROWS_ASKED)).rows);
  return {
    bars: barsOf(rows, (row) => {
      return { name: titleOf(row), value: row.units, shown: countOf(row.units, "wish", "wishes") };
    }),
    columns: columnsOf("Variant", "Reference", "#Wishes", "#In stock", "#Price", "#Worth"),
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

/** Each currency has a chart of its own: amounts of different ones cannot be compared. */
async function revenueBars(api: Api, period: Period) {
  const currencies = revenueOf(await dailyConversionsOf(api, period)).slice(0, MAX_CURRENCIES);
  return Promise.all(
    currencies.map(async ([currency]) => {
      const { rows } = await bestSellersOf(api, period, currency, MAX_BARS);
      return {
        about: `: revenue in ${currency}`,
        rows: rows.map((row) => {
          return {
            name: titleOf(row),
            value: Number(row.revenue ?? 0),
            shown: formatMoney(row.revenue, currency),
          };
        }),
      };
    }),
  );
}

async function conversions(api: Api, period: Period): Promise<View> {
  const [bars, found] = await Promise.all([revenueBars(api, period), conversionsOf(api, period, ROWS_ASKED)]);
  const { rows, isCut } = cut(found.rows);
  return {
    bars,
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

const REPORTS = {
  activity: { title: "Activity", lead: "What happened on each day", load: activity },
  "most-wished": { title: "Most wished", lead: "What customers want most", load: mostWished },
  "unmet-demand": {
    title: "Unmet demand",
    lead: "Open wishes for what is sold out, and what they are worth",
    load: unmetDemand,
  },
  conversions: {
    title: "Conversions",
    lead: "Wishes that were bought, with their revenue",
    load: conversions,
  },
} as const;
type ReportName = keyof typeof REPORTS;
const names = Object.keys(REPORTS) as ReportName[];
const PERIODS = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "365 days"],
] as const;

const BarCard = ({ title, rows }: { title: string; rows: Bar[] }) => (
  <Card title={title}>
    {rows.length === 0 ? (
      <Empty title="Nothing in this period">Choose a longer one.</Empty>
    ) : (
      <Bars label={title} rows={rows} />
    )}
  </Card>
);

function Shown({ view: { days, bars, columns, rows, isCut }, title }: { view: View; title: string }) {
  const charts = bars?.length === 0 && rows.length === 0 ? [{ about: "", rows: [] }] : bars;
  return (
    <>
      {days && (
        <Card title={title}>
          <Chart
            label={`${title}. The table below has the figures.`}
            empty="Nothing in this period"
            days={days.names}
            lines={days.lines}
          />
        </Card>
      )}
      {charts?.map((chart) => (
        <BarCard key={chart.about} title={`${title}${chart.about}`} rows={chart.rows} />
      ))}
      {rows.length > 0 && (
        <Card title="Figures">
          <Table
            label={`${title}, figures`}
            columns={columns}
            rows={rows}
            keyOf={(row, i) => `${i} ${row[1] ?? ""}`}
          />
          {isCut && (
            <p class="muted">
              The first {MAX_ROWS} rows. The CSV file has up to {formatNumber(CSV_ROWS)}.
            </p>
          )}
        </Card>
      )}
    </>
  );
}

/** The four reports, each with a picture, its figures and a CSV file. */
export function ReportsPage() {
  const { api } = usePortal();
  const { params } = useRoute();
  const name = names.find((known) => known === params["name"]) ?? "activity";
  const { title, lead, load } = REPORTS[name];
  // An address can name the days: that of a list of the same days does.
  const { days } = useLocation().query;
  const [length, setLength] = useState<string>(PERIODS.find(([known]) => known === days)?.[0] ?? "30");
  const period = useMemo(() => lastDays(Number(length)), [length]);
  // A report has columns of its own: the earlier one is not shown in between.
  const view = useData(async () => ({ name, view: await load(api, period) }), [name, period]);
  const [saveCsv, isSaving] = useAction(async () => {
    const file = await api.file(
      `/reports/${name}`,
      { ...period, ...(name === "activity" ? {} : { limit: CSV_ROWS }) },
      "text/csv",
    );
    saveFile(file, `${name}_${period.from}_${period.to}.csv`);
    return undefined;
  });
  return (
    <Page
      title={title}
      lead={`${lead}. Days are those of the time zone ${period.timezone}.`}
      actions={
        <>
          <Select label="Period" name="period" value={length} options={PERIODS} onChange={setLength} />
          <ActionButton isBusy={isSaving} onClick={saveCsv}>
            Save as CSV
          </ActionButton>
        </>
      }
    >
      <ul class="tabs" aria-label="Reports">
        {names.map((each) => (
          <li key={each}>
            <a href={`/portal/reports/${each}`} aria-current={each === name ? "page" : undefined}>
              {REPORTS[each].title}
            </a>
          </li>
        ))}
      </ul>
      <Show of={view}>
        {(found) =>
          found.name === name ? <Shown view={found.view} title={title} /> : <p class="loading">Loading…</p>
        }
      </Show>
      {name === "activity" && <Guests />}
    </Page>
  );
}
