import { parseStored } from "../records/decode.ts";

/** Settings of a tenant. */
export interface Settings {
  /** Remove a purchased item from its wishlist. */
  removePurchased: boolean;
  /** The same variant may be on a list more than once. */
  allowDuplicateVariants: boolean;
  /** ISO 4217: for prices without a currency, such as those of Shopify's products; null for none. */
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
  /** Units from which a variant counts as in stock. */
  threshold: number;
  /** Units up to which stock counts as low. */
  lowStockThreshold: number;
  /** How long a variant must stay in stock before customers are notified. */
  holdSeconds: number;
  /** Customers that are notified in one wave, for each unit in stock. */
  waveMultiple: number;
  /** Time between two waves. */
  waveSeconds: number;
  /** Minimum fall of a price, in percent and as an amount. */
  priceDropPercent: number;
  priceDropAmount: number;
  /** How far a price must fall below the lowest notified price for another alert, in percent. */
  minStepPercent: number;
  /** Alerts are also sent by e-mail, if the operator has a mail server. */
  email: boolean;
}

/** The shop as shown in e-mail to customers; null for nothing. */
export interface MailSettings {
  /** Also the sender's name. */
  shopName: string | null;
  shopUrl: string | null;
  replyTo: string | null;
  /** How long a customer's alerts are collected for one message. */
  collectSeconds: number;
  language: MailLanguage;
  /** The tenant's own texts in place of the language's; null for none. */
  texts: MailTexts | null;
}

/** The shop as shown on the page of a shared wishlist; null for nothing. */
interface SharingSettings {
  /** Null: the shop's name in e-mail. */
  displayName: string | null;
  /** Colour of the shop, as `#rrggbb`. */
  color: string | null;
  /** Its colour in the dark theme; null: the same. */
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

type Group = "alerts" | "mail" | "sharing";

type Cleared<T> = { [K in keyof T]?: T[K] | null };

/** Settings to change: an absent one stays, null resets it to its default. */
export type SettingChanges = Cleared<Omit<Settings, Group>> & { [G in Group]?: Cleared<Settings[G]> };

/** Where a setting comes from: the service's default, the tenant, or the store. */
type SettingSource = "default" | "tenant" | "store";

/** The store whose settings apply to all stores of the tenant. */
export const DEFAULT_STORE = "default";

const TENANT_FIELD = "setting:";
const STORE_FIELD = "store-setting:";

const prefixOf = (store: string) => (store === DEFAULT_STORE ? TENANT_FIELD : `${STORE_FIELD}${store}:`);

/** Fields of a tenant's hash that hold settings, of the tenant and of its stores. */
export function settingFieldsIn(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => name.startsWith(TENANT_FIELD) || name.startsWith(STORE_FIELD)),
  );
}

/**
 * Changes of a store's settings as fields of a hash, so that two changes at the same time do not undo each other. The
 * settings of the default store are the tenant's; they apply to all stores without their own.
 */
export function settingChanges(
  { alerts = {}, mail = {}, sharing = {}, ...rest }: SettingChanges,
  store: string,
): { set: Record<string, string>; cleared: string[] } {
  const grouped = Object.entries({ alerts, mail, sharing }).flatMap(([group, changes]) =>
    Object.entries(changes).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
  );
  const named: [string, unknown][] = [...Object.entries(rest), ...grouped].map(([name, value]) => [
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
/** Maximum number of switch times that are kept for a type of alert: the last ones. */
const MAX_SWITCHES = 20;

/** Fields that note when the changes switch alerts on or off in a store; `time` in ISO 8601. */
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

/** When a type of alert was switched on or off in a store, ISO 8601, the last at the end. */
function switchesOf(fields: Readonly<Record<string, string>>, store: string, name: AlertSwitch): string[] {
  const { source } = fieldOf(fields, `alerts.${name}`, store);
  // A store without its own value has the tenant's, since it gave up its own or since the tenant's value changed.
  const stores = source === "store" ? [store] : [store, DEFAULT_STORE];
  const all = stores.map((each): string[] => {
    const text = fields[prefixOf(each) + switchedField(name)];
    const kept: unknown = text === undefined ? [] : parseStored("setting", text);
    // Earlier versions kept only the last one.
    return [kept].flat().filter((time) => typeof time === "string");
  });
  const [last = []] = all.sort((a, b) => ((a.at(-1) ?? "") < (b.at(-1) ?? "") ? 1 : -1));
  return last;
}

/** When a type of alert was switched on or off in a store last, ISO 8601; undefined where it never was. */
export const switchTimeOf = (
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
): string | undefined => switchesOf(fields, store, name).at(-1);

/**
 * Whether a type of alert was on at a time, ISO 8601, as far as its switches are kept; if undefined, whether it is on
 * now.
 */
export function wasOnAt(
  fields: Readonly<Record<string, string>>,
  store: string,
  name: AlertSwitch,
  time: string | undefined,
): boolean {
  const isOn = readSettings(fields, store).alerts[name];
  const later = switchesOf(fields, store, name).filter((each) => time !== undefined && time < each);
  return later.length % 2 === 0 ? isOn : !isOn;
}

/** Where a store's setting is kept, the nearest first. */
function fieldOf(
  fields: Readonly<Record<string, string>>,
  name: string,
  store: string,
): { source: SettingSource; text?: string } {
  const own = store === DEFAULT_STORE ? undefined : fields[prefixOf(store) + name];
  if (own !== undefined) return { source: "store", text: own };
  const text = fields[TENANT_FIELD + name];
  return text === undefined ? { source: "default" } : { source: "tenant", text };
}

/** An object in the shape of the settings; `value` maps each setting's name and default to its member. */
function mapSettings(value: (name: string, fallback: unknown) => unknown): Record<string, unknown> {
  const { alerts, mail, sharing, ...rest } = DEFAULT_SETTINGS;
  const own: [string, unknown][] = Object.entries(rest).map(([name, fallback]) => [
    name,
    value(name, fallback),
  ]);
  for (const [group, defaults] of Object.entries({ alerts, mail, sharing })) {
    const members = Object.entries(defaults).map(([name, fallback]) => [
      name,
      value(`${group}.${name}`, fallback),
    ]);
    own.push([group, Object.fromEntries(members)]);
  }
  return Object.fromEntries(own);
}

/** The settings of a store: its own, else the tenant's, else the defaults. */
export function readSettings(fields: Readonly<Record<string, string>>, store: string): Settings {
  return mapSettings((name, fallback) => {
    const { text } = fieldOf(fields, name, store);
    const value: unknown = text === undefined ? fallback : parseStored("setting", text);
    return value;
  }) as unknown as Settings;
}

/** Where each setting of a store comes from, in the shape of the settings. */
export function readSources(
  fields: Readonly<Record<string, string>>,
  store: string,
): Record<string, unknown> {
  return mapSettings((name) => fieldOf(fields, name, store).source);
}
