import { timeOf } from "../../store/ids.ts";
import type { CustomerRecord, ItemRecord } from "../../store/records/records.ts";
import { isSameVariant } from "./item-index.ts";

/** When a wish began to ask for its current alerts, ISO 8601. Earlier occasions do not count. */
export const waitingSince = (item: Pick<ItemRecord, "waitingSince" | "createdTime">): string =>
  item.waitingSince ?? item.createdTime;

/**
 * Whether a wish asks for alerts that it did not ask for before. A wish that no longer waits for the release waits for
 * rises.
 */
const asksForMore = (before: ItemRecord, after: ItemRecord) =>
  (after.notifyMe && !before.notifyMe) ||
  after.prerelease !== before.prerelease ||
  (before.disableNotification && !after.disableNotification) ||
  (before.purchased && !after.purchased);

/**
 * Since when a wish waits that two wishes of a customer have become: as long as the one that has waited longer, of those
 * that asked for all that it asks for; if neither did, from `time` on.
 */
export function waitingSinceOfBoth(
  one: ItemRecord,
  other: ItemRecord,
  both: ItemRecord,
  time: string,
): string {
  const times = [one, other].filter((wish) => !asksForMore(wish, both)).map(waitingSince);
  return times.reduce((first, each) => (each < first ? each : first), time);
}

/**
 * The wish as its customer waits for it: not before there was this customer. The wishes of a deleted customer go to the
 * next one with the same reference.
 */
export function waitingWith(
  item: ItemRecord,
  { svc_customer_id }: Pick<CustomerRecord, "svc_customer_id">,
): ItemRecord {
  const known = timeOf(svc_customer_id);
  if (!(Date.parse(waitingSince(item)) < known)) return item;
  return { ...item, waitingSince: new Date(known).toISOString() };
}

/** The wish after a change at `time`. If it asks for something new, it waits from then on. */
export function waitingAnew(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  const isNew = asksForMore(before, after) || !isSameVariant(before.product, after.product);
  return isNew ? { ...after, waitingSince: time } : after;
}
