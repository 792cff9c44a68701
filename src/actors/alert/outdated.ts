import type { AlertRecord, MailReason } from "../../store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import { isLess } from "../../units/money.ts";
import { isReleased, isSold } from "../catalogue/availability.ts";
import { priceOf } from "../catalogue/prices.ts";

/** The current records of the alert's variant and its product. */
interface CurrentVariant {
  product: ProductRecord;
  variant: VariantRecord;
}

/**
 * Returns why an alert no longer matches its variant; undefined if it still does. The e-mail is sent some time after
 * the alert was raised, so the variant is checked again. Whether few are left does not matter any more, nor whether its
 * units still reach the threshold of a rise.
 */
export function whyOutdated(
  alert: AlertRecord,
  current: CurrentVariant | undefined,
  now: number,
): MailReason | undefined {
  if (!current) return "not_in_catalogue";
  const { product, variant } = current;
  if (!isReleased(product, now)) return "not_shown";
  if (!isSold(variant)) return "sold_out";
  if (alert.type !== "price_drop") return undefined;
  const price = priceOf(variant);
  const hasRisen = price?.currency !== alert.currency || isLess(alert.price ?? "0", price?.amount ?? "0");
  return hasRisen ? "price_risen" : undefined;
}
