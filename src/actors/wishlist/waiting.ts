import type { ItemRecord } from "../../store/records/records.ts";
import { isSameVariant } from "./item-index.ts";

/** Since when a wish asks for alerts as it does now, ISO 8601. What happened before does not concern it. */
export const waitingSince = (item: Pick<ItemRecord, "waitingSince" | "createdTime">): string =>
  item.waitingSince ?? item.createdTime;

/** Whether a wish asks for what it did not ask for; one that does not wait for the release any more waits for rises. */
const asksForMore = (before: ItemRecord, after: ItemRecord) =>
  (after.notifyMe && !before.notifyMe) ||
  after.prerelease !== before.prerelease ||
  (before.disableNotification && !after.disableNotification) ||
  (before.purchased && !after.purchased);

/** The wish after a change at `time`; one that asks for something new waits from then on. */
export function waitingAnew(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  const isNew = asksForMore(before, after) || !isSameVariant(before.product, after.product);
  return isNew ? { ...after, waitingSince: time } : after;
}
