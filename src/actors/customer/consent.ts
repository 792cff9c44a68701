import type { CustomerRecord } from "../../store/records.ts";
import type { Event } from "../messages.ts";

/** Whether a customer has agreed to be told of offers: both that, and how, must be known. */
export const hasConsented = (customer: CustomerRecord): boolean =>
  customer.accepts_marketing && customer.marketing_opt_in_level !== null;

/** What an event says of a change of mind. */
export function consentChange(before: CustomerRecord | null, after: CustomerRecord): Pick<Event, "consent"> {
  const [was, is] = [before !== null && hasConsented(before), hasConsented(after)];
  return was === is ? {} : { consent: is ? "given" : "withdrawn" };
}
