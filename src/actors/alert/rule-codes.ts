/** The rules about alerts by their codes, in the order of an explanation, each with its meaning. */
export const ALERT_RULES = {
  customer: "the customer exists",
  catalogue: "the catalogue knows the variant",
  setting: "the settings enable alerts of the type",
  "switched on": "the settings already enabled them when it happened",
  wish: "the customer wishes for the variant",
  flag: "the wish has notifyMe (back_in_stock) or prerelease (register_interest)",
  notification: "the wish does not have disableNotification",
  purchased: "the wish is not purchased",
  released: "customers can see the product",
  stock: "the variant can be bought, and with low_stock few are left",
  "before the rise": "the wish already asked for alerts when it happened",
  price: "with price_drop, the price is lower than at the wish, by at least as much as the settings require",
  release: "the rise is not the release, because a wish with prerelease has a separate alert for the release",
  "told once": "the customer has had no alert for it or, with price_drop, no alert with a price as low",
  hold: "the hold time is over",
} as const;

export type AlertRule = keyof typeof ALERT_RULES;

/** The rules about the e-mail of an alert, in the same form. */
export const MAIL_RULES = {
  "mail server": "a mail server is configured",
  setting: "the settings enable e-mail",
  address: "the customer has an e-mail address",
  subscription: "the customer has not unsubscribed",
  marketing: "with price_drop and low_stock, the customer accepts marketing",
} as const;

export type MailRuleCode = keyof typeof MAIL_RULES;
