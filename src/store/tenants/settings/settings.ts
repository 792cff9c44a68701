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

type Group = "alerts" | "mail" | "sharing";

type Cleared<T> = { [K in keyof T]?: T[K] | null };

/** Settings to change. An absent setting stays unchanged; null resets it to its default. */
export type SettingChanges = Cleared<Omit<Settings, Group>> & { [G in Group]?: Cleared<Settings[G]> };

/** The store whose settings apply to all stores of the tenant. */
export const DEFAULT_STORE = "default";
