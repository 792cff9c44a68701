import type { CustomerRecord } from "../../store/records/records.ts";
import type { EventOf } from "../events/event.ts";

type Consent = Pick<CustomerRecord, "accepts_marketing" | "marketing_opt_in_level">;
type Withdrawal = Pick<CustomerRecord, "accepts_marketing_updated_at" | "alerts_unsubscribed_at">;

/**
 * Whether a customer has consented to marketing: `accepts_marketing`, with an opt-in level that says how. The level
 * `unknown`, or no level, is not consent.
 *
 * Consent is needed for everything that the customer did not request: e-mail about a price drop or low stock, and
 * exports to marketing platforms (`onlyConsenting`). It is not needed for e-mail that the customer requested with the
 * wish: about back in stock and release. Only this file decides about consent.
 */
export const hasConsented = ({
  accepts_marketing: accepts,
  marketing_opt_in_level: level,
}: Consent): boolean => accepts && level !== null && level !== "unknown";

/**
 * Whether a customer has withdrawn the consent to marketing, or has unsubscribed from e-mail, and has not consented
 * since.
 */
export function hasWithdrawn(customer: Consent & Withdrawal): boolean {
  const isRefused = !customer.accepts_marketing && customer.accepts_marketing_updated_at !== undefined;
  return !hasConsented(customer) && (isRefused || customer.alerts_unsubscribed_at !== undefined);
}

/** Returns the change of consent for an event; empty if the consent is unchanged. */
export function consentChange(
  before: CustomerRecord | null,
  after: CustomerRecord,
): Pick<EventOf<"customer.updated">, "consent"> {
  const [former, current] = [before !== null && hasConsented(before), hasConsented(after)];
  return former === current ? {} : { consent: current ? "given" : "withdrawn" };
}
