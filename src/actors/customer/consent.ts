import type { CustomerRecord } from "../../store/records/records.ts";
import type { Event } from "../event.ts";

type Consent = Pick<CustomerRecord, "accepts_marketing" | "marketing_opt_in_level">;

/**
 * Whether a customer has consented to marketing: `accepts_marketing`, with an opt-in level that says how. The level
 * `unknown`, or no level, is not consent.
 *
 * Consent is needed for everything that the customer did not request: e-mail about a price drop or low stock, and
 * exports to marketing platforms (`onlyConsenting`). It is not needed for what the customer requested with the wish:
 * e-mail about back in stock and release. Only this file decides it.
 */
export const hasConsented = ({
  accepts_marketing: accepts,
  marketing_opt_in_level: level,
}: Consent): boolean => accepts && level !== null && level !== "unknown";

/** What an event says of a change of mind; nothing where the consent stays what it was. */
export function consentChange(before: CustomerRecord | null, after: CustomerRecord): Pick<Event, "consent"> {
  const [was, is] = [before !== null && hasConsented(before), hasConsented(after)];
  return was === is ? {} : { consent: is ? "given" : "withdrawn" };
}
