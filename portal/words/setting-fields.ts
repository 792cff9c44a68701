import type { Settings } from "../api/types.ts";
import { LANGUAGES } from "./languages.ts";

type Groups = Pick<Settings, "alerts" | "mail" | "sharing">;

/** The name of a setting in errors of the API: `currency`, `mail/shopName`. */
export type SettingName =
  | Exclude<keyof Settings, keyof Groups | "sources">
  | { [G in keyof Groups]: `${G}/${keyof Groups[G] & string}` }[keyof Groups];

/** A setting in a form: its label and its kind of input. */
export type SettingField = { name: SettingName; label: string; hint?: string } & (
  | { kind: "switch" }
  | { kind: "choice"; options: readonly (readonly [value: string, text: string])[] }
  | { kind: "number"; min?: number; max?: number; step?: "any" }
  | { kind: "text"; type?: "text" | "email" | "url"; maxLength?: number; placeholder?: string }
);

const SWITCHES = [
  ["alerts/backInStock", "Back in stock", "The wished variant can be bought again."],
  ["alerts/registerInterest", "Release", "A product in which the customer registered interest is released."],
  ["alerts/priceDrop", "Price drop", "The variant costs less than when the customer wished for it."],
  ["alerts/lowStock", "Low stock", "Few units of the variant are left."],
  ["alerts/email", "Also by e-mail", "To customers who accept it, if the operator has set up a mail server."],
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
    "Not everyone who is alerted buys, so a wave can alert more customers than there are units.",
  ],
  ["alerts/waveSeconds", "Time between two waves", "In seconds."],
  ["alerts/priceDropPercent", "Minimum price drop in percent", "Smaller drops send no alert."],
  ["alerts/priceDropAmount", "Minimum price drop as an amount", "In the currency of the price."],
  [
    "alerts/minStepPercent",
    "Further drop for another alert",
    "Percent below the lowest price that the customer was alerted about.",
  ],
] as const satisfies readonly (readonly [SettingName, string, string])[];

/** The settings of alerts. */
export const ALERT_FIELDS: readonly SettingField[] = [
  ...SWITCHES.map(([name, label, hint]) => ({ kind: "switch" as const, name, label, hint })),
  ...NUMBERS.map(([name, label, hint]) => ({
    kind: "number" as const,
    step: "any" as const,
    name,
    label,
    hint,
  })),
];

const WISHLISTS: readonly SettingField[] = [
  { kind: "switch", name: "removePurchased", label: "Remove purchased items from their wishlist" },
  {
    kind: "switch",
    name: "allowDuplicateVariants",
    label: "The same variant may be on a wishlist more than once",
  },
  {
    kind: "text",
    name: "currency",
    label: "Currency of prices that are sent without one",
    maxLength: 3,
    placeholder: "EUR",
  },
];

const MAIL: readonly SettingField[] = [
  { kind: "text", name: "mail/shopName", label: "Name of the shop" },
  {
    kind: "text",
    name: "mail/shopUrl",
    label: "Web address of the shop",
    type: "url",
    placeholder: "https://",
  },
  { kind: "text", name: "mail/replyTo", label: "Reply-to address", type: "email" },
  { kind: "choice", name: "mail/language", label: "Language", options: LANGUAGES },
  {
    kind: "number",
    name: "mail/collectSeconds",
    label: "Collect alerts for",
    hint: "Seconds. All alerts of a customer in this time are sent in one e-mail.",
    min: 1,
    max: 3600,
  },
];

const SHARING: readonly SettingField[] = [
  { kind: "text", name: "sharing/displayName", label: "Name on the page" },
  { kind: "text", name: "sharing/color", label: "Colour", placeholder: "#1d5c4d", maxLength: 7 },
  {
    kind: "text",
    name: "sharing/darkColor",
    label: "Colour in the dark theme",
    placeholder: "#2a7d69",
    maxLength: 7,
  },
];

/** The forms on the settings page. */
export const SETTINGS_FORMS: readonly { title: string; fields: readonly SettingField[] }[] = [
  { title: "Wishlists", fields: WISHLISTS },
  { title: "E-mail", fields: MAIL },
  { title: "Shared wishlists", fields: SHARING },
];

const BY_NAME = new Map(
  [{ title: "Alerts", fields: ALERT_FIELDS }, ...SETTINGS_FORMS].flatMap(({ title, fields }) =>
    fields.map((field) => [field.name.replace("/", "."), { title, field }] as const),
  ),
);

/**
 * Returns the label of a setting by its name in the audit log, such as `alerts.holdSeconds`; undefined for an unknown
 * name.
 */
export function settingInWords(name: string): string | undefined {
  const found = BY_NAME.get(name);
  return found && `${found.title}: ${found.field.label}`;
}
