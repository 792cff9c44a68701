import { ownValue } from "../../collections/own-value.ts";
import type { AlertRecord, MailReason } from "../../store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import type { AlertSettings } from "../../store/tenants/settings/settings.ts";
import { priceOf } from "../catalogue/prices.ts";
import { RULES } from "./rules.ts";

/** The current records of the alert's variant and its product. */
interface CurrentVariant {
  product: ProductRecord;
  variant: VariantRecord;
}

const REASONS: Record<string, MailReason> = { released: "not_shown", stock: "sold_out" };

/**
 * Returns why an alert no longer matches its variant; undefined if it still does. The e-mail is sent some time after
 * the alert was raised, so the rules of the variant are checked again. Stock above the low-stock threshold does not
 * matter here.
 */
export function whyOutdated(
  alert: AlertRecord,
  current: CurrentVariant | undefined,
  settings: AlertSettings,
  now: number,
): MailReason | undefined {
  if (!current) return "not_in_catalogue";
  const type = alert.type === "low_stock" ? "price_drop" : alert.type;
  const facts = { alert: type, ...current, settings, now };
  const unmet = RULES.variant.find(({ isMet }) => !isMet(facts));
  if (unmet) return ownValue(REASONS, unmet.code);
  const price = priceOf(current.variant);
  const isMoreExpensive =
    alert.type === "price_drop" &&
    (price?.currency !== alert.currency || Number(price?.amount) > Number(alert.price));
  return isMoreExpensive ? "price_risen" : undefined;
}
