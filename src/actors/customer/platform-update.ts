import type { CustomerRecord } from "../../store/records/records.ts";
import type { Draft } from "../state/draft.ts";
import { isBefore, staysDeleted, updateTimeOf } from "../state/platform-update.ts";
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

/** Returns a report without a consent that is older than the known decision, or may be. */
function withoutOldConsent(command: UpsertCustomer, before: CustomerRecord, now: string): UpsertCustomer {
  const { fields, news } = command;
  const consented = fields.accepts_marketing_updated_at ?? news?.time;
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

/** Returns when the sender changed the customer, if the report says that. ISO 8601. */
export const reportTimeOf = ({ news, fields }: UpsertCustomer): string | undefined =>
  (news ? news.time : fields.updated_at) ?? undefined;

/** Returns the part of a report that is applied; undefined if it is too late to change anything. */
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
  const time = reportTimeOf(command);
  if (time !== undefined && isBefore(time, draft.get(updateTimeOf(slot))?.time, now)) return undefined;
  return withoutOldConsent(command, before, now);
}
