import type { OfCustomer } from "../../../actors/events/event-base.ts";
import type { Event } from "../../../actors/events/event.ts";
import type { Cursor, Position } from "../../../store/exports/export-run.ts";
import type { Mark, NewMark, ExportWindow, WindowMarks } from "../../../store/exports/window-marks.ts";
import { compareEntryIds } from "../../../store/ids/entry-id.ts";
import { slotName } from "../../../store/keys/slots.ts";
import { changePages, type ChangePagesParts, type ReadChange } from "./change-pages.ts";
import { CURSOR_END, prefetch } from "./source.ts";

/** Returns the slot of an event's customer. */
export const slotOf = ({ storeKey, customerKey }: OfCustomer): string => slotName(storeKey, customerKey);

/** Chooses updates of items. */
type IsUpdate = (change: ReadChange) => boolean;

/** The names of marks: of a customer's slot, of a wishlist, and of an item. */
const NAMES = {
  firstConsent: (slot: string) => `c ${slot}`,
  lastGrant: (slot: string) => `g ${slot}`,
  creation: (slot: string) => `n ${slot}`,
  deletion: (slot: string) => `d ${slot}`,
  firstVisibility: (wishlistId: string) => `v ${wishlistId}`,
  lastShowing: (wishlistId: string) => `s ${wishlistId}`,
  leftOutPerson: (slot: string) => `p ${slot}`,
  leftOutList: (wishlistId: string) => `l ${wishlistId}`,
  arrival: (itemId: string) => `i ${itemId}`,
  lastUpdate: (itemId: string) => `u ${itemId}`,
};

/** Finds the marks of a window by what they are about. Each is undefined if the window has no such change. */
export type Marks = { readonly [Name in keyof typeof NAMES]: (id: string) => Mark | undefined };

/**
 * Whether an event shows that an item came onto its list within the window, although its record does not: it came from
 * another list, has left for another list, or was joined with an older one.
 */
function hasArrived(event: Event, since: string): boolean {
  if (event.type === "wishlist.item.added") return event.movedFrom !== undefined;
  return "createdTime" in event && event.createdTime > since;
}

function changesToMark(change: ReadChange, since: string, isUpdate: IsUpdate): NewMark[] {
  const { entryId, event } = change;
  const mark = (name: string, what: Mark["what"], keeps: NewMark["keeps"]): NewMark => ({
    name,
    entryId,
    what,
    time: event.time,
    keeps,
  });
  switch (event.type) {
    case "customer.created":
    case "customer.updated": {
      const [slot, isRecreated, { consent }] = [slotOf(event), "isRecreated" in event, event];
      return [
        ...(consent ? [mark(NAMES.firstConsent(slot), consent, "first")] : []),
        ...(isRecreated ? [mark(NAMES.creation(slot), "created", "first")] : []),
        ...(isRecreated || consent === "given"
          ? [mark(NAMES.lastGrant(slot), consent ?? "created", "last")]
          : []),
      ];
    }
    case "customer.deleted":
      return [mark(NAMES.deletion(slotOf(event)), "deleted", "last")];
    case "wishlist.updated": {
      const { wishlistId, visibility } = event;
      return [
        ...(visibility ? [mark(NAMES.firstVisibility(wishlistId), visibility, "first")] : []),
        ...(visibility === "public" ? [mark(NAMES.lastShowing(wishlistId), visibility, "last")] : []),
      ];
    }
    case "wishlist.item.added":
    case "wishlist.item.updated":
    case "wishlist.item.purchase_reverted":
    case "wishlist.item.removed":
      return [
        ...(isUpdate(change) ? [mark(NAMES.lastUpdate(event.itemId), "updated", "last")] : []),
        ...(hasArrived(event, since) ? [mark(NAMES.arrival(event.itemId), "arrived", "first")] : []),
      ];
    default:
      return [];
  }
}

/** Returns the entry id immediately before another one. */
function beforeOf(entryId: string): string {
  const [ms = "0", seq = "0"] = entryId.split("-");
  return seq === "0" ? `${Number(ms) - 1}-${Number.MAX_SAFE_INTEGER}` : `${ms}-${Number(seq) - 1}`;
}

/** Returns the entry id after which a window is read from a cursor. */
export const resumeAfter = ({ at, item }: Cursor): string => (item === CURSOR_END ? at : beforeOf(at));

/**
 * Marks the changes of a window before it is exported: what a change leads to also depends on later changes. Yields
 * after each page. Continues where an earlier call stopped. Of the updates of an item that `isUpdate` chooses, the last
 * one is marked.
 */
export async function* markChanges(
  parts: ChangePagesParts & { marks: WindowMarks; exportId: string },
  window: Position,
  isUpdate: IsUpdate = () => false,
): AsyncGenerator<undefined> {
  const { marks, storeKey, exportId } = parts;
  const { since = "", upTo = "", until = "0-0", place } = window;
  const exportWindow = { storeKey, exportId, since };
  const start = (await marks.markedUpTo(exportWindow, upTo)) ?? resumeAfter(place);
  if (compareEntryIds(start, until) >= 0) return;
  for await (const { published, last } of prefetch(changePages(parts, window, start))) {
    await marks.add(
      exportWindow,
      published.flatMap((change) => changesToMark(change, since, isUpdate)),
      { entryId: last, upTo },
    );
    yield;
  }
  await marks.add(exportWindow, [], { entryId: until, upTo });
}

/**
 * Records which persons and wishlists a run has left out because of changes after its window. These changes are in the
 * next window, `exportWindow`, which then exports the persons and wishlists again.
 */
export async function markLeftOut(
  marks: WindowMarks,
  exportWindow: ExportWindow,
  { slots, wishlists }: { slots: readonly string[]; wishlists: readonly string[] },
): Promise<void> {
  const names = [...slots.map(NAMES.leftOutPerson), ...wishlists.map(NAMES.leftOutList)];
  if (names.length === 0) return;
  const mark = { entryId: "0-0", what: "leftOut", time: exportWindow.since, keeps: "first" } as const;
  await marks.add(
    exportWindow,
    names.map((name) => ({ ...mark, name })),
  );
}

/** Reads the marks of customers, wishlists and items. */
export async function readMarks(
  marks: WindowMarks,
  exportWindow: ExportWindow,
  ids: {
    slots: Iterable<string>;
    wishlists: Iterable<string>;
    items: Iterable<string>;
    updated?: Iterable<string>;
  },
): Promise<Marks> {
  const { firstConsent, lastGrant, creation, deletion, leftOutPerson } = NAMES;
  const { firstVisibility, lastShowing, leftOutList, arrival, lastUpdate } = NAMES;
  const found = await marks.find(exportWindow, [
    ...[...ids.slots].flatMap((slot) => [
      ...[firstConsent(slot), lastGrant(slot), creation(slot), deletion(slot), leftOutPerson(slot)],
    ]),
    ...[...ids.wishlists].flatMap((id) => [firstVisibility(id), lastShowing(id), leftOutList(id)]),
    ...[...ids.items].map(arrival),
    ...[...(ids.updated ?? [])].map(lastUpdate),
  ]);
  return {
    firstConsent: (slot) => found.get(firstConsent(slot)),
    lastGrant: (slot) => found.get(lastGrant(slot)),
    creation: (slot) => found.get(creation(slot)),
    deletion: (slot) => found.get(deletion(slot)),
    leftOutPerson: (slot) => found.get(leftOutPerson(slot)),
    firstVisibility: (wishlistId) => found.get(firstVisibility(wishlistId)),
    lastShowing: (wishlistId) => found.get(lastShowing(wishlistId)),
    leftOutList: (wishlistId) => found.get(leftOutList(wishlistId)),
    arrival: (itemId) => found.get(arrival(itemId)),
    lastUpdate: (itemId) => found.get(lastUpdate(itemId)),
  };
}
