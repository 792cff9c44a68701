import type { Settings } from "../../api/types.ts";
import { lastDays } from "../../requests/days.ts";
import { activityOf } from "../../requests/reports.ts";
import { Chart } from "../../ui/chart.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { SettingsNote } from "../account/settings-form.tsx";
import { SoldOut } from "../catalogue/sold-out.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { MailPreviewCard } from "./mail-preview.tsx";
import { Waves } from "./waves.tsx";

function Sent() {
  const { api } = usePortal();
  const activity = useData(() => activityOf(api, lastDays(30)), []);
  return (
    <Card title="Alerts sent in 30 days" actions={<a href="/portal/alerts/all">All alerts</a>}>
      <Show of={activity}>
        {({ rows }) => (
          <Chart
            label="Alerts by day and type. The activity report has the figures."
            empty={
              <Empty title="No alerts in 30 days">
                If a product that customers wait for is in stock again, is released or costs less, the
                customers are alerted, and the alerts are counted here. First send{" "}
                <a href="/portal/feeds">stock and prices</a>.
              </Empty>
            }
            days={rows.map(({ day }) => day)}
            lines={[
              { name: "Back in stock", colour: 1, values: rows.map((day) => day.backInStockAlerts ?? 0) },
              { name: "Release", colour: 4, values: rows.map((day) => day.registerInterestAlerts ?? 0) },
              { name: "Price drop", colour: 3, values: rows.map((day) => day.priceDropAlerts ?? 0) },
              { name: "Low stock", colour: 2, values: rows.map((day) => day.lowStockAlerts ?? 0) },
            ]}
          />
        )}
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
