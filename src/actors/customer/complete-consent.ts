import type { CustomerRecord } from "../../store/records/records.ts";
import { changed, type Patch } from "../patch.ts";
import { isBefore } from "../state/platform-update.ts";
import { consentChange, hasConsented } from "./consent.ts";
import type { CustomerFields } from "./messages.ts";

/** Whether a consent to marketing is newer than the customer's unsubscription, and so undoes it. */
function isUnsubscriptionOver(customer: CustomerRecord, now: string): boolean {
  const { accepts_marketing_updated_at: consented, alerts_unsubscribed_at: unsubscribed } = customer;
  return hasConsented(customer) && isBefore(unsubscribed, consented, now);
}

/** The fields that a command gives, and when it is applied. */
export interface GivenConsent {
  fields: Patch<CustomerFields>;
  time: string;
  /** When the sender of a report had the fields, ISO 8601; undefined if it does not say that. */
  reportedTime: string | undefined;
  /** Whether a platform reports the fields. It always means the times that it sends. */
  isFromPlatform: boolean;
}

/**
 * Returns the time of a changed decision that has none: that of the command, but of a consent that of its report, so
 * that a withdrawal from after the report is newer. `known` is the time of the decision before.
 */
function decisionTimeOf(
  customer: CustomerRecord,
  known: string | undefined,
  { time, reportedTime }: GivenConsent,
): string {
  const isOfReport = hasConsented(customer) && isBefore(reportedTime, time, time);
  return isOfReport && !isBefore(reportedTime, known, time) ? (reportedTime ?? time) : time;
}

/**
 * Completes the consent of a record: a customer who does not accept marketing has no opt-in level, and a changed
 * decision gets a time. A client that changes the decision in the record that it got does not mean its old time: with
 * that time, an earlier decision that arrives late would undo the change.
 */
export function completeConsent(
  record: CustomerRecord,
  before: CustomerRecord | null,
  given: GivenConsent,
): CustomerRecord {
  const { fields, time, isFromPlatform } = given;
  const known = {
    ...record,
    marketing_opt_in_level: record.accepts_marketing ? record.marketing_opt_in_level : null,
  };
  const isChange =
    known.accepts_marketing !== (before?.accepts_marketing ?? false) ||
    consentChange(before, known).consent !== undefined;
  const { accepts_marketing_updated_at: givenTime } = fields;
  const { accepts_marketing_updated_at: knownTime } = before ?? {};
  const isTimeGiven = typeof givenTime === "string" && (isFromPlatform || givenTime !== knownTime);
  const dated =
    isChange && !isTimeGiven
      ? { ...known, accepts_marketing_updated_at: decisionTimeOf(known, knownTime, given) }
      : known;
  return isUnsubscriptionOver(dated, time) ? changed(dated, { alerts_unsubscribed_at: null }) : dated;
}
