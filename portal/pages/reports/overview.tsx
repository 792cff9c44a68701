import { useMemo } from "preact/hooks";
import type { Api } from "../../api/api.ts";
import type { Activity, Conversions } from "../../api/types.ts";
import { browserZone, lastDays } from "../../requests/days.ts";
import {
  activityOf,
  alertsOn,
  dailyConversionsOf,
  mostWishedOf,
  revenueOf,
  titleOf,
} from "../../requests/reports.ts";
import { Bars, Chart, type Line } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatChange, formatMoney, formatNumber } from "../../ui/format.ts";
import { Card, Empty, Figure, Page, Show, type Tone } from "../../ui/parts.tsx";
import { Attention } from "./attention.tsx";

const DAYS = 30;
const sum = ({ rows }: Activity, of: (day: Activity["rows"][number]) => number) =>
  rows.reduce((total, day) => total + of(day), 0);

async function loadFigures(api: Api) {
  const now = lastDays(DAYS);
  const before = lastDays(DAYS, DAYS);
  const [activity, earlier, conversions, earlierConversions] = await Promise.all([
    activityOf(api, now),
    activityOf(api, before),
    dailyConversionsOf(api, now),
    dailyConversionsOf(api, before),
  ]);
  return { activity, earlier, conversions, earlierConversions };
}

/** Describes how a figure has changed compared to the 30 days before. */
function changeOf(now: number, before: number, format = formatNumber): { note: string; tone: Tone } {
  if (before === 0) return { note: "None before", tone: "calm" };
  const share = now / before - 1;
  return { note: `${formatChange(share)} from ${format(before)}`, tone: share >= 0 ? "good" : "bad" };
}

function Figures({ of }: { of: Awaited<ReturnType<typeof loadFigures>> }) {
  const { activity, earlier, conversions, earlierConversions } = of;
  const counted = (name: string, count: (day: Activity["rows"][number]) => number) => {
    const now = sum(activity, count);
    const before = sum(earlier, count);
    return <Figure key={name} name={name} value={formatNumber(now)} {...changeOf(now, before)} />;
  };
  const [[currency, revenue] = [undefined, 0], ...others] = revenueOf(conversions);
  const money = (amount: number) => formatMoney(amount, currency, { isRound: true });
  const earlierRevenue = revenueOf(earlierConversions).find(([other]) => other === currency)?.[1] ?? 0;
  const change = changeOf(revenue, earlierRevenue, money);
  const rest = others.map(([other, amount]) => `and ${formatMoney(amount, other, { isRound: true })}`);
  return (
    <dl class="figures">
      {counted("Wishes", ({ added }) => added)}
      {counted("Alerts sent", alertsOn)}
      {counted("Wishes bought", ({ purchased }) => purchased)}
      <Figure
        name="Revenue from wishes"
        value={money(revenue)}
        note={[...rest, change.note].join("; ")}
        tone={change.tone}
      />
    </dl>
  );
}

type Day = Activity["rows"][number];
const CHARTS = [
  ["Wishes by day", "Wishes", 1, ({ added }: Day) => added],
  ["Alerts by day", "Alerts", 2, alertsOn],
  ["Wishes bought by day", "Bought", 3, ({ purchased }: Day) => purchased],
] as const;

function DayChart({ title, days, line }: { title: string; days: string[]; line: Line }) {
  const { values, format = formatNumber } = line;
  const total = values.reduce((all, value) => all + value, 0);
  return (
    <Card title={title}>
      <Chart
        label={`${title}: ${format(total)} in 30 days. The report has the figures of each day.`}
        empty={<Empty title="None in 30 days" />}
        days={days}
        lines={[line]}
      />
    </Card>
  );
}

/** Returns a chart of the revenue of each day in the currency with the most purchases. */
function revenueChart(conversions: Conversions, days: string[]): { title: string; line: Line } {
  const [[currency] = [undefined], ...others] = revenueOf(conversions);
  const rows = conversions.rows.filter((row) => row.currency === currency);
  const revenues = new Map(rows.map(({ day, revenue }) => [day, Number(revenue ?? 0)]));
  return {
    title: currency === undefined || others.length === 0 ? "Revenue by day" : `Revenue by day in ${currency}`,
    line: {
      name: "Revenue",
      colour: 4,
      values: days.map((day) => revenues.get(day) ?? 0),
      format: (value) => formatMoney(value, currency, { isRound: true }),
    },
  };
}

function Charts({ activity: { rows }, conversions }: { activity: Activity; conversions: Conversions }) {
  const days = useMemo(() => rows.map(({ day }) => day), [rows]);
  const charts = useMemo(
    () => [
      ...CHARTS.map(([title, name, colour, of]) => ({
        title,
        line: { name, colour, values: rows.map(of) } satisfies Line,
      })),
      revenueChart(conversions, days),
    ],
    [rows, conversions, days],
  );
  return (
    <div class="grid">
      {charts.map(({ title, line }) => (
        <DayChart key={title} title={title} days={days} line={line} />
      ))}
    </div>
  );
}

function TopWishes() {
  const { api } = usePortal();
  const wished = useData(() => mostWishedOf(api, lastDays(DAYS), 6, "product"), []);
  return (
    <Card title="Most wished products" actions={<a href="/portal/reports/most-wished">Report</a>}>
      <Show of={wished}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="No wishes yet">The products with the most wishes are listed here.</Empty>
          ) : (
            <Bars
              label="Most wished products"
              rows={rows.map((row) => ({
                name: titleOf(row),
                value: row.wishes,
                shown: formatNumber(row.wishes),
              }))}
            />
          )
        }
      </Show>
    </Card>
  );
}

const FirstSteps = () => (
  <Card title="First steps">
    <Empty title="No wishes in 60 days">
      <p>
        Send your <a href="/portal/feeds">catalogue and stock</a>, then follow the{" "}
        <a href="/docs/storefront">storefront guide</a>. The first wish appears here within seconds.
      </p>
    </Empty>
  </Card>
);

/** The figures of the last 30 days, and the issues that need attention. */
export function OverviewPage() {
  const { api } = usePortal();
  const figures = useData(() => loadFigures(api), []);
  return (
    <Page
      title="Overview"
      lead={`The last 30 days in the time zone ${browserZone()}, compared with the 30 days before`}
    >
      <div class="stack">
        <Show of={figures}>
          {(of) => (
            <div class="stack">
              <Figures of={of} />
              {sum(of.activity, ({ added }) => added) + sum(of.earlier, ({ added }) => added) === 0 ? (
                <FirstSteps />
              ) : (
                <Charts {...of} />
              )}
            </div>
          )}
        </Show>
        <div class="grid">
          <TopWishes />
          <Attention />
        </div>
      </div>
    </Page>
  );
}
