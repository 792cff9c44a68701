import { defined } from "../../collections/defined.ts";
import type { CustomerRecord } from "../../store/records/records.ts";
import type { Draft } from "../state/draft.ts";
import { credible, isBefore, staysDeleted, updateTimeStateKey } from "../state/platform-update.ts";
import { hasWithdrawn } from "./consent.ts";
import type { UpsertCustomer } from "./messages.ts";

/**
 * Whether a report may repeat a consent that the customer has withdrawn since: it has no time of the consent. Neither
 * its arrival nor the time of an update is that time, because a sender repeats the whole customer.
 */
const mayBeWithdrawn = ({ fields }: UpsertCustomer, before: CustomerRecord) =>
  !fields.accepts_marketing_updated_at &&
  hasWithdrawn(before) &&
  !(before.accepts_marketing && fields.accepts_marketing === false);

/**
 * Returns a report without a consent that is older than the known decision, or may be. `latest` is the latest possible
 * time of a decision without a time of its own; undefined if it is not known.
 */
function withoutOldConsent(
  command: UpsertCustomer,
  before: CustomerRecord,
  { latest, now }: { latest: string | undefined; now: string },
): UpsertCustomer {
  const { fields } = command;
  const consented = fields.accepts_marketing_updated_at ?? latest;
  if (!isBefore(consented, before.accepts_marketing_updated_at, now) && !mayBeWithdrawn(command, before))
    return command;
  const {
    accepts_marketing: _1,
    accepts_marketing_updated_at: _2,
    marketing_opt_in_level: _3,
    ...others
  } = fields;
  return { ...command, fields: others };
}

/**
 * Returns when the sender changed the customer, if the report says that. ISO 8601. A client that sends back the record
 * that it got does not mean its old time.
 */
export function reportTimeOf(
  { news, fields: { updated_at } }: UpsertCustomer,
  before: CustomerRecord | null,
): string | undefined {
  if (news) return news.time;
  return updated_at === before?.updated_at ? undefined : (updated_at ?? undefined);
}

/** Returns the decision about marketing in an outdated row; undefined if it has none that may be newer than the row. */
function decisionIn(command: UpsertCustomer): UpsertCustomer | undefined {
  const { accepts_marketing, accepts_marketing_updated_at, marketing_opt_in_level } = command.fields;
  if (!accepts_marketing_updated_at && accepts_marketing !== false) return undefined;
  const fields = defined({ accepts_marketing, accepts_marketing_updated_at, marketing_opt_in_level });
  return { ...command, fields };
}

/**
 * Returns the part of a report that is applied; undefined if it is too late to change anything. A decision about
 * marketing has its own time: the latest one counts, also if it is in an outdated row.
 */
export function acceptUpdate(
  command: UpsertCustomer,
  before: CustomerRecord | null,
  draft: Draft,
  now: string,
): UpsertCustomer | undefined {
  const { slot, news } = command;
  if (!before) {
    const isLate = news !== undefined && staysDeleted(draft, slot, news.isCreation ? news.time : undefined);
    return isLate ? undefined : command;
  }
  const time = reportTimeOf(command, before);
  const { time: newest, aheadTime = newest } = draft.get(updateTimeStateKey(slot)) ?? {};
  const isOutdated = isBefore(time, newest, now);
  if (isOutdated && news) return undefined;
  const accepted = isOutdated ? decisionIn(command) : command;
  // A row that is not newer than the newest one is that row again, or may be.
  const sent = credible(aheadTime, now);
  const isRepeated = sent !== undefined && !isBefore(sent, time, now);
  const latest = isRepeated ? time : news?.time;
  return accepted && withoutOldConsent(accepted, before, { latest, now });
}
