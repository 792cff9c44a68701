/** How a tenant wants the service to behave. */
export interface Settings {
  /** Take what an order bought off its list. */
  removePurchased: boolean;
  /** The same variant may be on a list more than once. */
  allowDuplicateVariants: boolean;
  /** Of prices whose feed names no currency, as Shopify's products do; of ISO 4217, null for none. */
  currency: string | null;
  alerts: AlertSettings;
  mail: MailSettings;
}

export interface AlertSettings {
  backInStock: boolean;
  registerInterest: boolean;
  priceDrop: boolean;
  lowStock: boolean;
  /** Units from which on a variant is in stock. */
  threshold: number;
  /** Units up to which stock is low. */
  lowStockThreshold: number;
  /** How long a variant must stay in stock before anybody is told. */
  holdSeconds: number;
  /** Customers that are told in one wave, for each unit in stock. */
  waveMultiple: number;
  /** Time between two waves. */
  waveSeconds: number;
  /** Least fall of a price, in percent and as an amount. */
  priceDropPercent: number;
  priceDropAmount: number;
  /** How far a price must fall below the lowest that a customer was told, in percent, to be told again. */
  minStepPercent: number;
  /** Alerts are told by e-mail too, where the operator has a mail server. */
  email: boolean;
}

/** What e-mail to customers shows of the shop; null for nothing. */
export interface MailSettings {
  /** Also the sender's name. */
  shopName: string | null;
  shopUrl: string | null;
  replyTo: string | null;
  /** How long a customer's alerts are collected for one message. */
  collectSeconds: number;
  language: MailLanguage;
  /** The tenant's own words in place of the language's; null for none. */
  texts: MailTexts | null;
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
};

type Group = "alerts" | "mail";

/** Settings to change: absent ones stay. */
export type SettingChanges = Partial<Omit<Settings, Group>> & { [G in Group]?: Partial<Settings[G]> };

const FIELD = "setting:";

/** Settings as fields of a hash, so that two changes at once do not undo each other. */
export function settingFields({ alerts = {}, mail = {}, ...rest }: SettingChanges): Record<string, string> {
  const grouped = Object.entries({ alerts, mail }).flatMap(([group, changes]) =>
    Object.entries(changes).map(([name, value]) => [`${group}.${name}`, value] as const),
  );
  const named: (readonly [string, unknown])[] = [...Object.entries(rest), ...grouped];
  return Object.fromEntries(named.map(([name, value]) => [FIELD + name, JSON.stringify(value)]));
}

/** Reads what {@link settingFields} wrote; what is not there is the default. */
export function readSettings(fields: Readonly<Record<string, string>>): Settings {
  const read = (name: string, fallback: unknown): unknown => {
    const text = fields[FIELD + name];
    return text === undefined ? fallback : (JSON.parse(text) as unknown);
  };
  const { alerts, mail, ...rest } = DEFAULT_SETTINGS;
  const own: [string, unknown][] = Object.entries(rest).map(([name, value]) => [name, read(name, value)]);
  for (const [group, defaults] of Object.entries({ alerts, mail })) {
    const members = Object.entries(defaults).map(([name, value]) => [name, read(`${group}.${name}`, value)]);
    own.push([group, Object.fromEntries(members)]);
  }
  return Object.fromEntries(own) as unknown as Settings;
}
