/** How a tenant wants the service to behave. */
export interface Settings {
  /** Take what an order bought off its list. */
  removePurchased: boolean;
  /** The same variant may be on a list more than once. */
  allowDuplicateVariants: boolean;
  alerts: AlertSettings;
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
}

const DEFAULT_SETTINGS: Readonly<Settings> = {
  removePurchased: false,
  allowDuplicateVariants: false,
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
  },
};

/** Settings to change: absent ones stay. */
export type SettingChanges = Partial<Omit<Settings, "alerts">> & { alerts?: Partial<AlertSettings> };

const FIELD = "setting:";

/** Settings as fields of a hash, so that two changes at once do not undo each other. */
export function settingFields({ alerts = {}, ...rest }: SettingChanges): Record<string, string> {
  const named: (readonly [string, unknown])[] = [
    ...Object.entries(rest),
    ...Object.entries(alerts).map(([name, value]) => [`alerts.${name}`, value] as const),
  ];
  return Object.fromEntries(named.map(([name, value]) => [FIELD + name, JSON.stringify(value)]));
}

/** Reads what {@link settingFields} wrote; what is not there is the default. */
export function readSettings(fields: Readonly<Record<string, string>>): Settings {
  const read = (name: string, fallback: unknown): unknown => {
    const text = fields[FIELD + name];
    return text === undefined ? fallback : (JSON.parse(text) as unknown);
  };
  const { alerts, ...rest } = DEFAULT_SETTINGS;
  const own: [string, unknown][] = Object.entries(rest).map(([name, value]) => [name, read(name, value)]);
  const ofAlerts = Object.entries(alerts).map(([name, value]) => [name, read(`alerts.${name}`, value)]);
  own.push(["alerts", Object.fromEntries(ofAlerts)]);
  return Object.fromEntries(own) as unknown as Settings;
}
