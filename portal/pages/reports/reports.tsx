import { useRoute } from "preact-iso";
import { useMemo } from "preact/hooks";
import { lastDays, type Period } from "../../requests/days.ts";
import { Bars, Chart } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { addressWith, type Filter, useChoice, useFilters } from "../../ui/filters.tsx";
import { Select } from "../../ui/form.tsx";
import { formatNumber } from "../../ui/format.ts";
import { ActionButton, Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { saveFile } from "../../ui/save.ts";
import { Table } from "../../ui/table.tsx";
import { Guests } from "./guests.tsx";
import { MAX_ROWS, REPORT_NAMES, REPORTS, type View } from "./report-views.ts";
import { RevenueCard } from "./revenue.tsx";

const PERIOD: Filter = {
  name: "days",
  label: "Period",
  initial: "30",
  options: [
    ["7", "7 days"],
    ["30", "30 days"],
    ["90", "90 days"],
    ["365", "365 days"],
  ],
};
const FILTERS = [PERIOD];

/** Maximum number of rows that the API returns. */
const CSV_ROWS = 10_000;

const NothingYet = () => (
  <Empty title="Nothing in this period">
    Choose a longer period. The <a href="/docs/storefront">storefront guide</a> shows how to send wishes. Send
    products, stock and orders with <a href="/portal/feeds">feeds</a>.
  </Empty>
);

function Shown({
  view: { days, bars, revenue, columns, rows, isCut },
  title,
  period,
}: {
  view: View;
  title: string;
  period: Period;
}) {
  return (
    <>
      {days && (
        <Card title={title}>
          <Chart
            label={`${title}. The table below has the figures.`}
            empty={<NothingYet />}
            days={days.names}
            lines={days.lines}
          />
        </Card>
      )}
      {bars && (
        <Card title={title}>
          <Bars label={title} rows={bars} empty={<NothingYet />} />
        </Card>
      )}
      {revenue && <RevenueCard title={title} revenue={revenue} period={period} />}
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

/** The four reports, each with a chart, its figures and a CSV file. */
export function ReportsPage() {
  const { api } = usePortal();
  const { params } = useRoute();
  const name = REPORT_NAMES.find((known) => known === params["name"]) ?? "activity";
  const { title, lead, load } = REPORTS[name];
  const filters = useFilters(FILTERS);
  const choose = useChoice(FILTERS);
  const { days = PERIOD.initial } = filters;
  // The page may be open for longer than a day.
  const { from, to, timezone } = lastDays(Number(days));
  const period = useMemo(() => ({ from, to, timezone }), [from, to, timezone]);
  // Has the report's name, because the rows of the previous report do not fit the new title.
  const view = useData(async () => ({ name, period, view: await load(api, period) }), [name, period]);
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
      lead={`${lead}. Days are in the time zone ${period.timezone}.`}
      actions={
        <>
          <Select {...PERIOD} value={days} onChange={(value) => choose(PERIOD.name, value)} />
          <ActionButton isBusy={isSaving} onClick={saveCsv}>
            Save as CSV
          </ActionButton>
        </>
      }
    >
      <ul class="tabs" aria-label="Reports">
        {REPORT_NAMES.map((each) => (
          <li key={each}>
            <a
              href={addressWith(`/portal/reports/${each}`, FILTERS, filters)}
              aria-current={each === name ? "page" : undefined}
            >
              {REPORTS[each].title}
            </a>
          </li>
        ))}
      </ul>
      <div class="stack">
        <Show of={view}>{(found) => found.name === name && <Shown {...found} title={title} />}</Show>
        {name === "activity" && <Guests />}
      </div>
    </Page>
  );
}
