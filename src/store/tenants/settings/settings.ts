import { parseStored } from "../../records/decode.ts";

/** Settings of a tenant. */
export interface Settings {
  /** Whether a purchased item is removed from its wishlist. */
  removePurchased: boolean;
  /** Whether a wishlist may have the same variant more than once. */
  allowDuplicateVariants: boolean;
  /** Currency (ISO 4217) of prices without one, such as those of Shopify's products; null for none. */
  currency: string | null;
  alerts: AlertSettings;
  mail: MailSettings;
  sharing: SharingSettings;
}

export interface AlertSettings {
  backInStock: boolean;
  registerInterest: boolean;
  priceDrop: boolean;
  lowStock: boolean;
  /** Minimum number of units of a variant in stock. */
  threshold: number;
  /** Maximum number of units of low stock. */
  lowStockThreshold: number;
  /** How long a variant must stay in stock before customers are notified, in seconds. */
  holdSeconds: number;
  /** Number of customers that one wave notifies for each unit in stock. */
  waveMultiple: number;
  /** Time between two waves, in seconds. */
  waveSeconds: number;
  /** Minimum fall of a price, in percent and as an amount. */
  priceDropPercent: number;
  priceDropAmount: number;
  /** Minimum fall of a price below the lowest notified price for another alert, in percent. */
  minStepPercent: number;
  /** Whether alerts are also sent by e-mail, if the operator has a mail server. */
  email: boolean;
}

/** The shop as shown in e-mail to customers; null for nothing. */
export interface MailSettings {
  /** Name of the shop, which is also the name of the sender. */
  shopName: string | null;
  shopUrl: string | null;
  replyTo: string | null;
  /** How long a customer's alerts are collected for one message, in seconds. */
  collectSeconds: number;
  language: MailLanguage;
  /** The tenant's own texts, which replace those of the language; null for none. */
  texts: MailTexts | null;
}

/** The shop as shown on the page of a shared wishlist; null for nothing. */
interface SharingSettings {
  /** Null for the shop's name in e-mail. */
  displayName: string | null;
  /** Colour of the shop, as `#rrggbb`. */
  color: string | null;
  /** Colour of the shop in the dark theme; null for the same colour. */
  darkColor: string | null;
}

export const MAIL_LANGUAGES = ["en", "de", "fr", "es"] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** Texts of a message, with their placeholders. */
export const MAIL_TEXTS = {
  backInStock: [],
  registerInterest: [],
  priceDrop: [],
  lowStock: ["count"],
  fewLeft: [],
  subject: ["headline", "title"],
  subjectAndOne: ["headline", "title"],
  subjectAndMore: ["headline", "title", "count"],
  subjectMixed: ["count"],
  introOne: [],
  introMany: ["count"],
  previousPrice: ["price"],
  view: [],
  oneMore: [],
  more: ["count"],
  reason: [],
  unsubscribe: [],
  unsubscribeBy: [],
} as const satisfies Record<string, readonly string[]>;
export type MailText = keyof typeof MAIL_TEXTS;
export type MailTexts = Partial<Record<MailText, string>>;

/** Settings of a tenant that has set none. */
export const DEFAULT_SETTINGS: Readonly<Settings> = {
  removePurchased: false,
  allowDuplicateVariants: false,
  currency: null,
  alerts: {
    backInStock: true,
    registerInterest: true,
    priceDrop: false,
    lowStock: false,
    threshold: 1,
    lowStockThreshold: 3,
    holdSeconds: 60,
    waveMultiple: 5,
    waveSeconds: 600,
    priceDropPercent: 5,
    priceDropAmount: 0,
    minStepPercent: 5,
    email: false,
  },
  mail: { shopName: null, shopUrl: null, replyTo: null, collectSeconds: 60, language: "en", texts: null },
  sharing: { displayName: null, color: null, darkColor: null },
};

const { alerts, mail, sharing, ...ungrouped } = DEFAULT_SETTINGS;
/** Names and defaults of the settings outside of the groups. */
const UNGROUPED = Object.entries(ungrouped);
/** Settings of each group: the member, its full name, and its default. */
const GROUPS = Object.entries({ alerts, mail, sharing }).map(
  ([group, defaults]) =>
    [
      group,
      Object.entries(defaults).map(([member, fallback]): [string, string, unknown] => [
        member,
        `${group}.${member}`,
        fallback,
      ]),
    ] as const,
);

type Group = "alerts" | "mail" | "sharing";

type Cleared<T> = { [K in keyof T]?: T[K] | null };

/** Settings to change. An absent setting stays unchanged; null resets it to its default. */
export type SettingChanges = Cleared<Omit<Settings, Group>> & { [G in Group]?: Cleared<Settings[G]> };

/** The origin of a setting: the service's default, the tenant, or the store. */
type SettingSource = "default" | "tenant" | "store";

/** The store whose settings apply to all stores of the tenant. */
export const DEFAULT_STORE = "default";

const TENANT_FIELD = "setting:";
const STORE_FIELD = "store-setting:";

const prefixOf = (store: string) => (store === DEFAULT_STORE ? TENANT_FIELD : `${STORE_FIELD}${store}:`);

/** Returns the fields of a tenant's hash with settings, of the tenant and of its stores. */
export function settingFieldsIn(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => name.startsWith(TENANT_FIELD) || name.startsWith(STORE_FIELD)),
  );
}

/**
 * Returns changes of a store's settings as fields of a hash, so that two changes at the same time do not undo each
 * other. The settings of the default store are those of the tenant, and apply to all stores without their own.
 */
export function settingChanges(
  { alerts = {}, mail = {}, sharing = {}, ...ungrouped }: SettingChanges,
  store: string,
): { set: Record<string, string>; cleared: string[] } {
  const grouped = Object.entries({ alerts, mail, sharing }).flatMap(([group, changes]) =>
    Object.entries(changes).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
  );
  const named: [string, unknown][] = [...Object.entries(ungrouped), ...grouped].map(([name, value]) => [
    prefixOf(store) + name,
    value,
  ]);
  const given = named.filter(([, value]) => value !== undefined);
  return {
    set: Object.fromEntries(
      given.filter(([, value]) => value !== null).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    cleared: given.filter(([, value]) => value === null).map(([name]) => name),
  };
}

/** Settings that switch a type of alert on and off. */
const ALERT_SWITCHES = ["backInStock", "registerInterest", "priceDrop", "lowStock"] as const;
type AlertSwitch = (typeof ALERT_SWITCHES)[number];

const switchedField = (name: string) => `switched.alerts.${name}`;
/** Maximum number of switch times that are kept for a type of alert: the newest. */
const MAX_SWITCHES = 20;

/** Returns the fields that record when the changes switch alerts on or off in a store. `time` is in ISO 8601. */
export function switchTimes(
  changes: SettingChanges,
  fields: Readonly<Record<string, string>>,
  store: string,
  time: string,
): Record<string, string> {
  const { set, cleared } = settingChanges(changes, store);
  const kept = Object.entries(fields).filter(([name]) => !cleared.includes(name));
  const before = readSettings(fields, store).alerts;
  const after = readSettings({ ...Object.fromEntries(kept), ...set }, store).alerts;
  const named = ALERT_SWITCHES.filter((name) => changes.alerts?.[name] !== undefined);
  const times = named.map((name): [string, string[]] => {
    const earlier = switchesOf(fields, store, name);
    return [name, before[name] === after[name] ? earlier : [...earlier, time].slice(-MAX_SWITCHES)];
  });
  return Object.fromEntries(
    times.flatMap(([name, all]) =>
      all.length === 0 ? [] : [[prefixOf(store) + switchedField(name), JSON.stringify(all)]],
    ),
  );
}

/** Returns when a type of alert was switched on or off in a store, ISO 8601, the last time at the end. */
function switchesOf(fields: Readonly<Record<string, string>>, store: string, name: AlertSwitch): string[] {
  const { source } = fieldOf(fields, `alerts.${name}`, store);
  // A store without its own value has the tenant's value since it gave up its own, or since the tenant's value changed.
  const stores = source === "store" ? [store] : [store, DEFAULT_STORE];
  const all = stores.map((level): string[] => {
    const text = fields[prefixOf(level) + switchedField(name)];
    const kept: unknown = text === undefined ? [] : parseStored("setting", text);
    // Earlier versions kept only the last time.
    return [kept].flat().filter((time) => typeof time === "string");
  });
  const [last = []] = all.sort((a, b) => ((a.at(-1) ?? "") < (b.at(-1) ?? "") ? 1 : -1));
  return last;
}

/** Returns when a type of alert was last switched on or off in a store, ISO 8601; undefined if it never was. */
export const switchTimeOf = (
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
): string | undefined => switchesOf(fields, store, name).at(-1);

/**
 * Whether a type of alert was on at a time (ISO 8601), as far as its switch times are kept. Without a time, whether it
 * is on now.
 */
export function wasOnAt(
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
  time: string | undefined,
): boolean {
  const isOn = readSetting(fields, `alerts.${name}`, DEFAULT_SETTINGS.alerts[name], store) === true;
  const later = switchesOf(fields, store, name).filter((switched) => time !== undefined && time < switched);
  return later.length % 2 === 0 ? isOn : !isOn;
}

/** Finds the stored text of a store's setting: its own, else the tenant's. */
function fieldOf(
  fields: Readonly<Record<string, string>>,
  name: string,
  store: string,
): { source: SettingSource; text?: string } {
  const ofStore = store === DEFAULT_STORE ? undefined : fields[prefixOf(store) + name];
  if (ofStore !== undefined) return { source: "store", text: ofStore };
  const text = fields[TENANT_FIELD + name];
  return text === undefined ? { source: "default" } : { source: "tenant", text };
}

/** Reads one setting of a store: its own, else the tenant's, else the default. */
function readSetting(
  fields: Readonly<Record<string, string>>,
  name: string,
  fallback: unknown,
  store: string,
): unknown {
  const { text } = fieldOf(fields, name, store);
  return text === undefined ? fallback : parseStored("setting", text);
}

/**
 * Returns an object in the shape of the settings. `value` maps the name and the default of each setting to its member.
 */
function mapSettings(value: (name: string, fallback: unknown) => unknown): Record<string, unknown> {
  const mapped: Record<string, unknown> = {};
  for (const [name, fallback] of UNGROUPED) mapped[name] = value(name, fallback);
  for (const [group, members] of GROUPS) {
    const mappedGroup: Record<string, unknown> = {};
    for (const [member, name, fallback] of members) mappedGroup[member] = value(name, fallback);
    mapped[group] = mappedGroup;
  }
  return mapped;
}

/** Reads the settings of a store: its own, else the tenant's, else the defaults. */
export function readSettings(fields: Readonly<Record<string, string>>, store: string): Settings {
  return mapSettings((name, fallback) => readSetting(fields, name, fallback, store)) as unknown as Settings;
}

/** Reads the origin of each setting of a store, in the shape of the settings. */
export function readSources(
  fields: Readonly<Record<string, string>>,
  store: string,
): Record<string, unknown> {
  return mapSettings((name) => fieldOf(fields, name, store).source);
}
