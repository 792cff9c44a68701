import type { Activity, Alert, Settings } from "../../api/types.ts";
import { lastDays } from "../../requests/days.ts";
import { activityOf } from "../../requests/reports.ts";
import { Chart, type Line } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatNumber } from "../../ui/format.ts";
import { Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { alertKind } from "../../words/kinds.ts";
import { SettingsNote } from "../account/settings-form.tsx";
import { SoldOut } from "../catalogue/sold-out.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { MailPreviewCard } from "./mail-preview.tsx";
import { Waves } from "./waves.tsx";

type Day = Activity["rows"][number];

/** The kinds of alerts, with their colours and figures. */
const KINDS = [
  ["back_in_stock", 1, ({ backInStockAlerts }) => backInStockAlerts],
  ["register_interest", 4, ({ registerInterestAlerts }) => registerInterestAlerts],
  ["price_drop", 3, ({ priceDropAlerts }) => priceDropAlerts],
  ["low_stock", 2, ({ lowStockAlerts }) => lowStockAlerts],
] as const satisfies readonly (readonly [
  kind: Alert["type"],
  colour: Line["colour"],
  of: (day: Day) => number | undefined,
])[];

const linesOf = (days: readonly Day[]): Line[] =>
  KINDS.map(([kind, colour, of]) => ({
    name: alertKind(kind),
    colour,
    values: days.map((day) => of(day) ?? 0),
  }));

/** Describes the chart for people who cannot see it: no table of the portal has the figures by kind. */
const inWords = (lines: readonly Line[]): string => {
  const totals = lines.map(
    ({ name, values }) => `${name} ${formatNumber(values.reduce((all, value) => all + value, 0))}`,
  );
  return `Alerts by day and kind. In 30 days: ${totals.join(", ")}. The CSV file of the activity report has each day.`;
};

function Sent() {
  const { api } = usePortal();
  const activity = useData(() => activityOf(api, lastDays(30)), []);
  return (
    <Card title="Alerts sent in 30 days" actions={<a href="/portal/alerts/all">All alerts</a>}>
      <Show of={activity}>
        {({ rows }) => {
          const lines = linesOf(rows);
          return (
            <Chart
              label={inWords(lines)}
              empty={
                <Empty title="No alerts in 30 days">
                  If a product that customers wait for is in stock again, is released or costs less, the
                  customers are alerted, and the alerts are counted here. First send{" "}
                  <a href="/portal/feeds">stock and prices</a>.
                </Empty>
              }
              days={rows.map(({ day }) => day)}
              lines={lines}
            />
          );
        }}
      </Show>
    </Card>
  );
}

/** The alerts: figures, waves, settings and the e-mail. */
export function AlertsPage() {
  const { api } = usePortal();
  const settings = useData(() => api.get<Settings>("/settings"), []);
  return (
    <Page
      title="Alerts"
      lead="Sent alerts, active waves, settings and the e-mail"
      actions={<a href="/portal/customers">Why did somebody get no alert?</a>}
    >
      <div class="stack">
        <Sent />
        <Waves />
        <SoldOut title="Sold-out variants with waiting customers" count={8} />
        <Card title="Settings">
          <Show of={settings}>
            {(found) => (
              <div class="stack">
                <SettingsNote />
                <AlertSettings settings={found} onSaved={settings.reload} />
              </div>
            )}
          </Show>
        </Card>
        {settings.data && <MailPreviewCard language={settings.data.mail.language} />}
      </div>
    </Page>
  );
}
