import type { Event } from "../../../actors/events/event.ts";
import type { WishlistRow } from "../../../store/exports/export-reads.ts";
import type { ItemRecord, WishlistRecord } from "../../../store/records/records.ts";
import { wantsType } from "../../../store/webhooks/endpoints.ts";
import type { Choice } from "../records.ts";
import type { Page } from "./page.ts";

/**
 * The window of time whose changes are exported. Everything that existed and could be exported at its start is already
 * exported. A wish that was created within the window is therefore exported as added, even if it changed since, and a
 * wish that was added and removed within the window is not exported.
 */
export interface ChangeWindow {
  choice: Choice;
  /** When it begins and when it ends, ISO 8601. */
  since: string;
  upTo: string;
}

/** Whether the export contains events of a type. */
export const isWanted = ({ choice }: Pick<ChangeWindow, "choice">, type: Event["type"]): boolean =>
  wantsType({ events: choice.events ?? [] }, type);

/** Whether a record was created within the window, and therefore was not exported before. */
export const isNew = (
  { since }: Pick<ChangeWindow, "since">,
  { createdTime }: Pick<WishlistRecord | ItemRecord, "createdTime">,
): boolean => createdTime > since;

/**
 * Whether a wishlist may be exported only since a change of its visibility or of its customer's consent within the
 * window. That change exports all its wishes that were made before the window.
 */
export const hasBecomeExportable = (
  { choice: { includePrivate, onlyConsenting } }: ChangeWindow,
  { id }: WishlistRow,
  slot: string,
  page: Page,
): boolean =>
  (!includePrivate && page.firstVisibility(id)?.what === "public") ||
  (onlyConsenting && page.firstConsent(slot)?.what === "given");

/**
 * Whether a customer's wishlist could be exported at the start of the window, as far as visibility and consent are
 * known.
 */
export function wasExportable(
  window: ChangeWindow,
  { id, record }: WishlistRow,
  slot: string,
  page: Page,
): boolean {
  const { includePrivate, onlyConsenting } = window.choice;
  const visibility = page.firstVisibility(id)?.what;
  const wasPrivate = visibility === undefined ? record.isPrivate : visibility === "public";
  const hadNoConsent = page.firstConsent(slot)?.what === "given";
  return !isNew(window, record) && (includePrivate || !wasPrivate) && !(onlyConsenting && hadNoConsent);
}
