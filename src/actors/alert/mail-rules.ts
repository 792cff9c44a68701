import type { AlertType, MailReason } from "../../store/records/alerts.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import { hasConsented } from "../customer/consent.ts";
import type { MailRuleCode } from "./rule-codes.ts";

/** A condition that must be met before a customer gets an alert by e-mail. */
interface MailRule {
  rule: MailRuleCode;
  isMet: boolean;
  /** Why the customer gets no e-mail if the rule is not met. */
  reason: MailReason;
  /** The fact that decides the rule, as a sentence. */
  detail: string;
}

/** An alert that the customer did not request is marketing. Back in stock and release are requested with the wish. */
const IS_MARKETING: Record<AlertType, boolean> = {
  back_in_stock: false,
  register_interest: false,
  price_drop: true,
  low_stock: true,
};

/**
 * Returns the rules for sending alerts of a type to a customer by e-mail. The state of the account does not matter:
 * most guests have no account, and customers are `disabled` by default.
 */
export function mailRules(customer: CustomerRecord, type: AlertType): MailRule[] {
  const {
    email,
    alerts_unsubscribed_at: unsubscribed,
    accepts_marketing: accepts,
    marketing_opt_in_level: level,
  } = customer;
  const rules: MailRule[] = [
    {
      rule: "address",
      isMet: email !== undefined,
      reason: "no_address",
      detail: `The customer has ${email === undefined ? "no" : "an"} e-mail address.`,
    },
    {
      rule: "subscription",
      isMet: unsubscribed === undefined,
      reason: "unsubscribed",
      detail:
        unsubscribed === undefined
          ? "The customer has not unsubscribed."
          : `Unsubscribed at ${unsubscribed}.`,
    },
  ];
  if (!IS_MARKETING[type]) return rules;
  return [
    ...rules,
    {
      rule: "marketing",
      isMet: hasConsented(customer),
      reason: "no_consent",
      detail: `accepts_marketing is ${String(accepts)}, marketing_opt_in_level ${level ?? "null"}.`,
    },
  ];
}

/** Returns why a customer gets no alerts of a type by e-mail; undefined if the customer gets them. */
export function whyNoMail(customer: CustomerRecord, type: AlertType): MailReason | undefined {
  return mailRules(customer, type).find(({ isMet }) => !isMet)?.reason;
}
