import { useLocation, useRoute } from "preact-iso";
import { useMemo, useState } from "preact/hooks";
import { lastDays, type Period } from "../../requests/days.ts";
import { Bars, Chart } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { Select } from "../../ui/form.tsx";
import { formatNumber } from "../../ui/format.ts";
import { ActionButton, Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { saveFile } from "../../ui/save.ts";
import { Table } from "../../ui/table.tsx";
import { Guests } from "./guests.tsx";
import { MAX_ROWS, REPORT_NAMES, REPORTS, type View } from "./report-views.ts";
import { RevenueCard } from "./revenue.tsx";

const PERIODS = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "365 days"],
] as const;

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
  // The address can have the number of days: links from lists of a number of days have it.
  const { days } = useLocation().query;
  const [length, setLength] = useState<string>(PERIODS.find(([known]) => known === days)?.[0] ?? "30");
  const period = useMemo(() => lastDays(Number(length)), [length]);
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
          <Select label="Period" name="period" value={length} options={PERIODS} onChange={setLength} />
          <ActionButton isBusy={isSaving} onClick={saveCsv}>
            Save as CSV
          </ActionButton>
        </>
      }
    >
      <ul class="tabs" aria-label="Reports">
        {REPORT_NAMES.map((each) => (
          <li key={each}>
            <a href={`/portal/reports/${each}`} aria-current={each === name ? "page" : undefined}>
              {REPORTS[each].title}
            </a>
          </li>
        ))}
      </ul>
      <div class="stack">
        <Show of={view}>
          {(found) =>
            found.name === name ? <Shown {...found} title={title} /> : <p class="loading">Loading…</p>
          }
        </Show>
        {name === "activity" && <Guests />}
      </div>
    </Page>
  );
}
