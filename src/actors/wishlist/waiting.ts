import type { ItemRecord } from "../../store/records/records.ts";
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

/** The wish after a change at `time`. If it asks for something new, it waits from then on. */
export function waitingAnew(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  const isNew = asksForMore(before, after) || !isSameVariant(before.product, after.product);
  return isNew ? { ...after, waitingSince: time } : after;
}
