import type { CustomerRecord } from "../../store/records/records.ts";
import type { Draft } from "../state/draft.ts";
import { isBefore, staysDeleted, updateTimeOf } from "../state/platform-update.ts";
import type { UpsertCustomer } from "./messages.ts";

/**
 * Whether an update repeats a consent of unknown time that was withdrawn here. The time of the update is not the time of
 * the consent: the platform sends the whole customer with every change.
 */
const isWithdrawn = ({ fields }: UpsertCustomer, before: CustomerRecord) =>
  fields.accepts_marketing === true &&
  !fields.accepts_marketing_updated_at &&
  !before.accepts_marketing &&
  before.accepts_marketing_updated_at !== undefined;

/** Returns a platform's update without a consent that is older than the known decision, or may be. */
function withoutOldConsent(command: UpsertCustomer, before: CustomerRecord, now: string): UpsertCustomer {
  const { fields, news } = command;
  const consented = fields.accepts_marketing_updated_at ?? news?.time;
  if (!isBefore(consented, before.accepts_marketing_updated_at, now) && !isWithdrawn(command, before))
    return command;
  const {
    accepts_marketing: _1,
    accepts_marketing_updated_at: _2,
    marketing_opt_in_level: _3,
    ...others
  } = fields;
  return { ...command, fields: others };
}

/** Returns the part of a platform's update that is applied; undefined if it is too late to change anything. */
export function acceptUpdate(
  command: UpsertCustomer,
  before: CustomerRecord | null,
  draft: Draft,
  now: string,
): UpsertCustomer | undefined {
  const { slot, news } = command;
  if (!news) return command;
  if (!before) {
    const isLate = staysDeleted(draft, slot, news.isCreation ? news.time : undefined);
    return isLate ? undefined : command;
  }
  if (isBefore(news.time, draft.get(updateTimeOf(slot))?.time, now)) return undefined;
  return withoutOldConsent(command, before, now);
}
