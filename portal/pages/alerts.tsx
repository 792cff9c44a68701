import { lastDays } from "../api/days.ts";
import { activityOf } from "../api/reports.ts";
import type { Settings } from "../api/types.ts";
import { Chart } from "../ui/chart.tsx";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { Form, Input, Switch } from "../ui/form.tsx";
import { Card, Page, Show } from "../ui/parts.tsx";
import { MailPreviewCard } from "./mail-preview.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { SoldOut } from "./sold-out.tsx";
import { Waves } from "./waves.tsx";

type AlertSettings = Settings["alerts"];

const SWITCHES = [
  ["backInStock", "Back in stock", "The wished variant can be bought again."],
  ["registerInterest", "Release", "A product is released that the customer registered interest in."],
  ["priceDrop", "Price drop", "The variant costs less than when it was wished for."],
  ["lowStock", "Low stock", "Few units of the variant are left."],
  ["email", "Also by e-mail", "To customers who accept it, if the operator has a mail server."],
] as const satisfies readonly (readonly [keyof AlertSettings, string, string])[];

const NUMBERS = [
  ["threshold", "Units that count as in stock", ""],
  ["lowStockThreshold", "Units that count as low stock", ""],
  ["holdSeconds", "Hold before alerting", "Seconds that a variant must stay in stock"],
  ["waveMultiple", "Customers per unit in one wave", "More customers than units, for not everyone buys"],
  ["waveSeconds", "Time between two waves", "Seconds"],
  ["priceDropPercent", "Smallest price drop in percent", ""],
  ["priceDropAmount", "Smallest price drop in money", ""],
  ["minStepPercent", "Further drop for another alert", "In percent of the lowest price of an alert"],
] as const satisfies readonly (readonly [keyof AlertSettings, string, string])[];

function SettingsForm({ alerts, onSaved }: { alerts: AlertSettings; onSaved: () => void }) {
  const { api, notify } = usePortal();
  const save = async (values: Record<string, string>) => {
    const switches = SWITCHES.map(([name]) => [name, values[name] !== undefined]);
    const numbers = NUMBERS.map(([name]) => [name, Number(values[name])]);
    await api.put("/settings", { alerts: Object.fromEntries([...switches, ...numbers]) as AlertSettings });
    notify("The settings of alerts are saved.");
    onSaved();
  };
  return (
    <SettingsFields>
      <Form label="Settings of alerts" submit="Save" onSend={save}>
        {(errors) => (
          <>
            {SWITCHES.map(([name, label, hint]) => (
              <Switch key={name} name={name} label={label} hint={hint} checked={alerts[name]} />
            ))}
            <div class="fields">
              {NUMBERS.map(([name, label, hint]) => (
                <Input
                  key={name}
                  name={name}
                  label={label}
                  type="number"
                  min={0}
                  step="any"
                  required
                  value={alerts[name]}
                  {...(hint === "" ? {} : { hint })}
                  error={errors[`alerts/${name}`]}
                />
              ))}
            </div>
          </>
        )}
      </Form>
    </SettingsFields>
  );
}

function Sent() {
  const { api } = usePortal();
  const activity = useData(() => activityOf(api, lastDays(30)), []);
  return (
    <Card title="Alerts sent in 30 days">
      <Show of={activity}>
        {({ rows }) => (
          <Chart
            label="Alerts by day and type. The activity report has the figures."
            empty="No alerts in 30 days"
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

/** What customers are alerted about, and when. */
export function AlertsPage() {
  const { api } = usePortal();
  const settings = useData(() => api.get<Settings>("/settings"), []);
  return (
    <Page title="Alerts" lead="What customers are alerted about, and when">
      <div class="stack">
        <Sent />
        <Waves />
        <SoldOut title="What waits for stock" count={8} />
        <Card title="Settings">
          <Show of={settings}>
            {({ alerts }) => <SettingsForm alerts={alerts} onSaved={settings.reload} />}
          </Show>
        </Card>
        {settings.data && <MailPreviewCard language={settings.data.mail.language} />}
      </div>
    </Page>
  );
}
