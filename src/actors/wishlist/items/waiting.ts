import { timeOf } from "../../../store/ids/ids.ts";
import type { CustomerRecord, ItemRecord } from "../../../store/records/records.ts";
import { isSameVariant } from "../state/item-index.ts";

/** Returns since when a wish asks for its current alerts, ISO 8601. Earlier changes of the product cause no alert. */
export const waitingSince = (item: Pick<ItemRecord, "waitingSince" | "createdTime">): string =>
  item.waitingSince ?? item.createdTime;

/** Returns since when a wish is for its variant, ISO 8601. Earlier orders have not bought it. */
export const variantSince = (item: Pick<ItemRecord, "variantSince" | "createdTime">): string =>
  item.variantSince ?? item.createdTime;

/**
 * Whether a wish asks for alerts that it did not ask for before. If a wish no longer waits for the release of its
 * product, it waits for rises of stock instead.
 */
const asksForMore = (before: ItemRecord, after: ItemRecord) =>
  (after.notifyMe && !before.notifyMe) ||
  after.prerelease !== before.prerelease ||
  (before.disableNotification && !after.disableNotification) ||
  (before.purchased && !after.purchased);

/**
 * Returns the wish whose waiting the joined wish of two continues: of those that already asked for all its alerts, the
 * one that has waited longer. Undefined if neither did, so that the joined wish only begins to wait.
 */
export function continuedBy(
  result: ItemRecord,
  [one, other]: readonly [ItemRecord, ItemRecord],
): ItemRecord | undefined {
  const [first, second] = [one, other].filter((wish) => !asksForMore(wish, result));
  return first && second && waitingSince(second) < waitingSince(first) ? second : first;
}

/**
 * Returns the wish with a waiting time that does not begin before its customer existed: the wishes of a deleted
 * customer go to the next customer with the same reference.
 */
export function waitingWith(
  item: ItemRecord,
  { svc_customer_id }: Pick<CustomerRecord, "svc_customer_id">,
): ItemRecord {
  const customerTime = timeOf(svc_customer_id);
  if (!(Date.parse(waitingSince(item)) < customerTime)) return item;
  return { ...item, waitingSince: new Date(customerTime).toISOString() };
}

/**
 * Returns the wish after a change at `time`. If it asks for something new, it waits from that time on; if that is
 * another variant, it is for the variant from then on.
 */
export function restartWaiting(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  if (!isSameVariant(before.product, after.product))
    return { ...after, waitingSince: time, variantSince: time };
  return asksForMore(before, after) ? { ...after, waitingSince: time } : after;
}
