import type { SettingName } from "../../api/settings.ts";
import type { Settings } from "../../api/types.ts";
import type { SettingField } from "../account/setting-input.tsx";
import { SettingsForm } from "../account/settings-form.tsx";

const SWITCHES = [
  ["alerts/backInStock", "Back in stock", "The wished variant can be bought again."],
  ["alerts/registerInterest", "Release", "A product is released that the customer registered interest in."],
  ["alerts/priceDrop", "Price drop", "The variant costs less than when it was wished for."],
  ["alerts/lowStock", "Low stock", "Few units of the variant are left."],
  ["alerts/email", "Also by e-mail", "To customers who accept it, if the operator has a mail server."],
] as const satisfies readonly (readonly [SettingName, string, string])[];

const NUMBERS = [
  ["alerts/threshold", "Units in stock", "From this number of units, a variant counts as in stock."],
  ["alerts/lowStockThreshold", "Units of low stock", "Up to this number of units, the stock counts as low."],
  [
    "alerts/holdSeconds",
    "Hold before alerting",
    "Seconds that a variant must stay in stock before customers are alerted.",
  ],
  [
    "alerts/waveMultiple",
    "Customers per unit in one wave",
    "Not everyone who is alerted buys, so a wave has more customers than units.",
  ],
  ["alerts/waveSeconds", "Time between two waves", "In seconds."],
  ["alerts/priceDropPercent", "Smallest price drop in percent", "Smaller drops send no alert."],
  ["alerts/priceDropAmount", "Smallest price drop in money", "In the currency of the price."],
  [
    "alerts/minStepPercent",
    "Further drop for another alert",
    "Percent below the lowest price that the customer was alerted about.",
  ],
] as const satisfies readonly (readonly [SettingName, string, string])[];

const FIELDS: readonly SettingField[] = [
  ...SWITCHES.map(([name, label, hint]) => ({ kind: "switch" as const, name, label, hint })),
  ...NUMBERS.map(([name, label, hint]) => ({
    kind: "number" as const,
    step: "any" as const,
    name,
    label,
    hint,
  })),
];

/** What customers are alerted about, and how fast. */
export const AlertSettings = (props: { settings: Settings; onSaved: () => void }) => (
  <SettingsForm label="Settings of alerts" fields={FIELDS} {...props} />
);
