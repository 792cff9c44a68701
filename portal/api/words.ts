/** Kinds of alerts by their names in the API. */
export const ALERT_KINDS: Readonly<Record<string, string>> = {
  back_in_stock: "Back in stock",
  register_interest: "Release",
  price_drop: "Price drop",
  low_stock: "Low stock",
};

/** The kind of an alert, as the portal calls it everywhere. */
export const alertKind = (type: string): string => ALERT_KINDS[type] ?? type;
