import type { WishlistRow } from "../../../store/exports/export-reads.ts";
import { timeOf } from "../../../store/ids/ids.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import { wantsEvent } from "../records.ts";
import type { Page } from "./page.ts";

/**
 * Whether an item came onto its list within the window, and therefore was not exported before. An item from another
 * list may have been created before the window.
 */
export const isNew = (
  { window, marks }: Page,
  { id, createdTime = "" }: Pick<ItemRecord, "id"> & { createdTime?: string },
): boolean => createdTime > window.since || marks.arrival(id) !== undefined;

/**
 * Whether the previous run left out changes of a customer, because the consent was withdrawn while it was reading. The
 * withdrawal is then exported even if the consent was given again, and all wishes after it.
 */
export const isWithdrawnPerson = ({ window, marks }: Page, slot: string): boolean =>
  window.choice.onlyConsenting &&
  marks.leftOutPerson(slot) !== undefined &&
  wantsEvent(window.choice, "wishlist.item.added");

/** Like {@link isWithdrawnPerson}, for a wishlist that was made private while the previous run was reading. */
export const isWithdrawnList = ({ window, marks }: Page, wishlistId: string): boolean =>
  !window.choice.includePrivate &&
  marks.leftOutList(wishlistId) !== undefined &&
  wantsEvent(window.choice, "wishlist.item.added");

/**
 * Whether a customer's wishes may be exported only since a change within the window: a deleted customer was created
 * again, or the customer has consented. The last such change exports all wishes that were made before the window.
 */
export const isNewPerson = (page: Page, slot: string): boolean =>
  page.marks.creation(slot) !== undefined ||
  (page.window.choice.onlyConsenting && page.marks.firstConsent(slot)?.what === "given") ||
  isWithdrawnPerson(page, slot);

/**
 * Returns until when the change that makes a customer's wishes exportable exports them, ISO 8601. If the customer was
 * deleted within the window, or is exported as withdrawn, that includes wishes of the window.
 */
export function exportedUntil(page: Page, slot: string): string {
  const withdrawn = isWithdrawnPerson(page, slot) ? page.marks.firstConsent(slot)?.time : undefined;
  const times = [page.window.since, page.marks.deletion(slot)?.time ?? "", withdrawn ?? ""];
  return times.reduce((latest, time) => (time > latest ? time : latest));
}

/** Like {@link exportedUntil}, for the change that makes a wishlist exportable. */
export function listExportedUntil(page: Page, { id }: Pick<WishlistRow, "id">, slot: string): string {
  if (isNewPerson(page, slot)) return exportedUntil(page, slot);
  const withdrawn = isWithdrawnList(page, id) ? page.marks.firstVisibility(id) : undefined;
  return withdrawn?.time ?? page.window.since;
}

/**
 * Whether a wishlist may be exported only since a change of its visibility or about its customer within the window.
 * That change exports all its wishes that were made before the window.
 */
export const hasBecomeExportable = (page: Page, { id }: Pick<WishlistRow, "id">, slot: string): boolean =>
  (!page.window.choice.includePrivate && page.marks.firstVisibility(id)?.what === "public") ||
  isWithdrawnList(page, id) ||
  isNewPerson(page, slot);

/** Whether a customer's wishlist could be exported at the start of the window. */
export function wasExportable(page: Page, { id, record }: WishlistRow, slot: string): boolean {
  const visibility = page.marks.firstVisibility(id)?.what;
  const wasPrivate = visibility === undefined ? record.isPrivate : visibility === "public";
  // A list that was a guest's is older than its id.
  const isNewList = timeOf(id) > Date.parse(page.window.since);
  return !isNewList && (page.window.choice.includePrivate || !wasPrivate) && !isNewPerson(page, slot);
}
