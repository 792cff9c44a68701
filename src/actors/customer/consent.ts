import type { CustomerRecord } from "../../store/records/records.ts";
import type { Event } from "../event.ts";

type Consent = Pick<CustomerRecord, "accepts_marketing" | "marketing_opt_in_level">;

/**
 * Whether a customer has consented to marketing: `accepts_marketing`, with an opt-in level that says how. A level of
 * `unknown`, or none, is no proof of consent.
 *
 * What needs it: everything that nobody asked for. That is the e-mail of a price drop or of low stock, and exports to
 * marketing platforms (`onlyConsenting`). What the customer asked for with the wish needs none: e-mail that says that
 * something is back in stock or released. This is the only place that decides it.
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
