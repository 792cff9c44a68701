import type { SettingName } from "../api/settings.ts";
import type { Settings } from "../api/types.ts";
import type { SettingField } from "./setting-input.tsx";
import { SettingsForm } from "./settings-form.tsx";

const SWITCHES = [
  ["alerts/backInStock", "Back in stock", "The wished variant can be bought again."],
  ["alerts/registerInterest", "Release", "A product is released that the customer registered interest in."],
  ["alerts/priceDrop", "Price drop", "The variant costs less than when it was wished for."],
  ["alerts/lowStock", "Low stock", "Few units of the variant are left."],
  ["alerts/email", "Also by e-mail", "To customers who accept it, if the operator has a mail server."],
] as const satisfies readonly (readonly [SettingName, string, string])[];

const NUMBERS = [
  ["alerts/threshold", "Units that count as in stock", ""],
  ["alerts/lowStockThreshold", "Units that count as low stock", ""],
  ["alerts/holdSeconds", "Hold before alerting", "Seconds that a variant must stay in stock"],
  [
    "alerts/waveMultiple",
    "Customers per unit in one wave",
    "More customers than units, for not everyone buys",
  ],
  ["alerts/waveSeconds", "Time between two waves", "Seconds"],
  ["alerts/priceDropPercent", "Smallest price drop in percent", ""],
  ["alerts/priceDropAmount", "Smallest price drop in money", ""],
  ["alerts/minStepPercent", "Further drop for another alert", "In percent of the lowest price of an alert"],
] as const satisfies readonly (readonly [SettingName, string, string])[];

const FIELDS: readonly SettingField[] = [
  ...SWITCHES.map(([name, label, hint]) => ({ kind: "switch" as const, name, label, hint })),
  ...NUMBERS.map(([name, label, hint]) => ({
    kind: "number" as const,
    step: "any" as const,
    name,
    label,
    ...(hint === "" ? {} : { hint }),
  })),
];

/** What customers are alerted about, and how fast. */
export const AlertSettings = (props: { settings: Settings; onSaved: () => void }) => (
  <SettingsForm label="Settings of alerts" fields={FIELDS} {...props} />
);
