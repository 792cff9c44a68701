import type { WishlistRow } from "../../../store/exports/export-reads.ts";
import { timeOf } from "../../../store/ids/ids.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import { type RecordChoice, wantsEvent } from "../records.ts";
import type { Page } from "./page.ts";

/**
 * The window of time whose changes are exported. Everything that existed and could be exported at its start is already
 * exported. A wish that was created within the window is therefore exported as added, even if it changed since, and a
 * wish that was added and removed within the window is not exported.
 */
export interface ChangeWindow {
  choice: RecordChoice;
  /** When it begins and when it ends, ISO 8601. */
  since: string;
  upTo: string;
}

/**
 * Whether an item came onto its list within the window, and therefore was not exported before. An item from another
 * list may have been created before the window.
 */
export const isNew = (
  { since }: Pick<ChangeWindow, "since">,
  { id, createdTime = "" }: Pick<ItemRecord, "id"> & { createdTime?: string },
  { marks }: Page,
): boolean => createdTime > since || marks.arrival(id) !== undefined;

/**
 * Whether the previous run left out changes of a customer, because the consent was withdrawn while it was reading. The
 * withdrawal is then exported even if the consent was given again, and all wishes after it.
 */
export const isWithdrawnPerson = (window: ChangeWindow, slot: string, { marks }: Page): boolean =>
  window.choice.onlyConsenting &&
  marks.leftOutPerson(slot) !== undefined &&
  wantsEvent(window.choice, "wishlist.item.added");

/** Like {@link isWithdrawnPerson}, for a wishlist that was made private while the previous run was reading. */
export const isWithdrawnList = (window: ChangeWindow, wishlistId: string, { marks }: Page): boolean =>
  !window.choice.includePrivate &&
  marks.leftOutList(wishlistId) !== undefined &&
  wantsEvent(window.choice, "wishlist.item.added");

/**
 * Whether a customer's wishes may be exported only since a change within the window: a deleted customer was created
 * again, or the customer has consented. The last such change exports all wishes that were made before the window.
 */
export const isNewPerson = (window: ChangeWindow, slot: string, page: Page): boolean =>
  page.marks.creation(slot) !== undefined ||
  (window.choice.onlyConsenting && page.marks.firstConsent(slot)?.what === "given") ||
  isWithdrawnPerson(window, slot, page);

/**
 * Returns until when the change that makes a customer's wishes exportable exports them, ISO 8601. If the customer was
 * deleted within the window, or is exported as withdrawn, that includes wishes of the window.
 */
export function exportedUntil(window: ChangeWindow, slot: string, page: Page): string {
  const withdrawn = isWithdrawnPerson(window, slot, page) ? page.marks.firstConsent(slot)?.time : undefined;
  const times = [window.since, page.marks.deletion(slot)?.time ?? "", withdrawn ?? ""];
  return times.reduce((latest, time) => (time > latest ? time : latest));
}

/** Like {@link exportedUntil}, for the change that makes a wishlist exportable. */
export function listExportedUntil(
  window: ChangeWindow,
  { id }: Pick<WishlistRow, "id">,
  slot: string,
  page: Page,
): string {
  if (isNewPerson(window, slot, page)) return exportedUntil(window, slot, page);
  const withdrawn = isWithdrawnList(window, id, page) ? page.marks.firstVisibility(id) : undefined;
  return withdrawn?.time ?? window.since;
}

/**
 * Whether a wishlist may be exported only since a change of its visibility or about its customer within the window.
 * That change exports all its wishes that were made before the window.
 */
export const hasBecomeExportable = (
  window: ChangeWindow,
  { id }: Pick<WishlistRow, "id">,
  slot: string,
  page: Page,
): boolean =>
  (!window.choice.includePrivate && page.marks.firstVisibility(id)?.what === "public") ||
  isWithdrawnList(window, id, page) ||
  isNewPerson(window, slot, page);

/** Whether a customer's wishlist could be exported at the start of the window. */
export function wasExportable(
  window: ChangeWindow,
  { id, record }: WishlistRow,
  slot: string,
  page: Page,
): boolean {
  const visibility = page.marks.firstVisibility(id)?.what;
  const wasPrivate = visibility === undefined ? record.isPrivate : visibility === "public";
  // A list that was a guest's is older than its id.
  const isNewList = timeOf(id) > Date.parse(window.since);
  return !isNewList && (window.choice.includePrivate || !wasPrivate) && !isNewPerson(window, slot, page);
}
