import type { Api } from "../api/api.ts";
import { lastDays } from "../api/days.ts";
import {
  activityOf,
  alertsOn,
  conversionsOf,
  mostWishedOf,
  revenueOf,
  titleOf,
  unmetDemandOf,
} from "../api/reports.ts";
import type { Activity, Endpoint, Export, Run } from "../api/types.ts";
import { Bars, Chart } from "../ui/chart.tsx";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { formatChange, formatMoney, formatNumber } from "../ui/format.ts";
import { Badge, Card, Empty, Figure, Page, Show, type Tone } from "../ui/parts.tsx";

const DAYS = 30;
const sum = ({ rows }: Activity, of: (day: Activity["rows"][number]) => number) =>
  rows.reduce((total, day) => total + of(day), 0);

async function loadFigures(api: Api) {
  const [now, before] = [lastDays(DAYS), lastDays(DAYS, DAYS)];
  const [activity, earlier, conversions, earlierConversions] = await Promise.all([
    activityOf(api, now),
    activityOf(api, before),
    conversionsOf(api, now),
    conversionsOf(api, before),
  ]);
  return { activity, earlier, conversions, earlierConversions };
}

/** How a figure has changed against the 30 days before. */
function changeOf(now: number, before: number): { note: string; tone: Tone } {
  if (before === 0) return { note: "None in the 30 days before", tone: "calm" };
  const share = now / before - 1;
  return { note: `${formatChange(share)} on the 30 days before`, tone: share >= 0 ? "good" : "bad" };
}

function Figures({ of }: { of: Awaited<ReturnType<typeof loadFigures>> }) {
  const { activity, earlier, conversions, earlierConversions } = of;
  const counted = (name: string, count: (day: Activity["rows"][number]) => number) => {
    const [now, before] = [sum(activity, count), sum(earlier, count)];
    return <Figure key={name} name={name} value={formatNumber(now)} {...changeOf(now, before)} />;
  };
  const [[currency, revenue] = [undefined, 0]] = revenueOf(conversions);
  const earlierRevenue = revenueOf(earlierConversions).find(([other]) => other === currency)?.[1] ?? 0;
  return (
    <dl class="figures">
      {counted("Wishes", ({ added }) => added)}
      {counted("Alerts sent", alertsOn)}
      {counted("Wishes bought", ({ purchased }) => purchased)}
      <Figure
        name="Revenue from wishes"
        value={formatMoney(revenue, currency, { isRound: true })}
        {...changeOf(revenue, earlierRevenue)}
      />
    </dl>
  );
}

const CHARTS = [
  ["Wishes by day", "Wishes", 1, ({ added }: Activity["rows"][number]) => added],
  ["Alerts by day", "Alerts", 2, alertsOn],
  ["Wishes bought by day", "Bought", 3, ({ purchased }: Activity["rows"][number]) => purchased],
] as const;

function Charts({ rows }: Activity) {
  const days = rows.map(({ day }) => day);
  return (
    <div class="grid">
      {CHARTS.map(([title, name, colour, of]) => (
        <Card key={title} title={title}>
          <Chart
            label={`${title}: ${formatNumber(rows.reduce((all, day) => all + of(day), 0))} in 30 days. The report has each day.`}
            days={days}
            lines={[{ name, values: rows.map(of), colour }]}
          />
        </Card>
      ))}
      <TopWishes />
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
            <Empty title="No wishes yet" />
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

/** Something that somebody should look at. */
interface Matter {
  tone: Tone;
  word: string;
  text: string;
  path: string;
}

async function mattersOf(api: Api, maySeeExports: boolean): Promise<Matter[]> {
  const [{ endpoints }, unmet, exports] = await Promise.all([
    api.get<{ endpoints: Endpoint[] }>("/webhook-endpoints"),
    unmetDemandOf(api, lastDays(90), 1000),
    maySeeExports ? api.get<{ exports: Export[] }>("/exports").then((found) => found.exports) : [],
  ]);
  const runs = await Promise.all(
    exports.map(async ({ id, name }) => {
      const [run] = (await api.get<{ runs: Run[] }>(`/exports/${id}/runs`)).runs;
      return { id, name, run };
    }),
  );
  const units = unmet.rows.reduce((all, row) => all + row.units, 0);
  return [
    ...endpoints.flatMap(({ id, url, status, failingSince }): Matter[] => {
      const path = `/portal/webhooks/${id}`;
      if (status === "disabled")
        return [{ tone: "bad", word: "Webhook off", text: `${url} receives nothing.`, path }];
      return failingSince === undefined
        ? []
        : [{ tone: "warn", word: "Webhook fails", text: `${url} does not accept events.`, path }];
    }),
    ...runs.flatMap(({ id, name, run }): Matter[] =>
      run?.status === "failed"
        ? [
            {
              tone: "bad",
              word: "Export failed",
              text: `${name}: ${run.reason ?? "the last run failed"}`,
              path: `/portal/exports/${id}`,
            },
          ]
        : [],
    ),
    ...(units === 0
      ? []
      : [
          {
            tone: "warn" as const,
            word: "Sold out",
            text: `${formatNumber(units)} wishes of 90 days wait for ${formatNumber(unmet.rows.length)} sold-out variants.`,
            path: "/portal/reports/unmet-demand",
          },
        ]),
  ];
}

function Attention() {
  const { api, session } = usePortal();
  const matters = useData(() => mattersOf(api, session.role !== "support"), []);
  return (
    <Card title="Needs attention">
      <Show of={matters}>
        {(found) =>
          found.length === 0 ? (
            <p class="muted">Nothing: webhooks and exports work, and no wish waits for a sold-out variant.</p>
          ) : (
            <ul class="todo">
              {found.map(({ tone, word, text, path }) => (
                <li key={`${path} ${word}`}>
                  <Badge tone={tone}>{word}</Badge>
                  <a href={path}>{text}</a>
                </li>
              ))}
            </ul>
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

/** What has happened in 30 days, and what somebody should look at. */
export function OverviewPage() {
  const { api } = usePortal();
  const figures = useData(() => loadFigures(api), []);
  return (
    <Page title="Overview" lead="The last 30 days">
      <div class="stack">
        <Show of={figures}>
          {(of) => (
            <div class="stack">
              <Figures of={of} />
              {sum(of.activity, ({ added }) => added) + sum(of.earlier, ({ added }) => added) === 0 ? (
                <FirstSteps />
              ) : (
                <Charts {...of.activity} />
              )}
            </div>
          )}
        </Show>
        <Attention />
      </div>
    </Page>
  );
}
