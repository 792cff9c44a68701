import { hasConsented } from "../../../actors/customer/consent.ts";
import type { OfWishlist } from "../../../actors/events/event-base.ts";
import type { EventOf } from "../../../actors/events/event.ts";
import { defined } from "../../../collections/defined.ts";
import type { WishlistRow } from "../../../store/exports/export-reads.ts";
import { timeOf } from "../../../store/ids/ids.ts";
import { slotName } from "../../../store/keys/slots.ts";
import type { CustomerRecord, ItemRecord } from "../../../store/records/records.ts";
import { isOfGuest } from "../../../store/records/wishlist-meta.ts";
import type { ExportedDeletion } from "../connector.ts";
import {
  exportedCustomer,
  exportedItem,
  exportedWishlist,
  isChosen,
  isPurchasedAndRemoved,
  mayExportList,
  mayExportPerson,
  mayHaveChosen,
  skipReason,
  wantsEvent,
} from "../records.ts";
import { isChangeOf, type ReadChange } from "./change-pages.ts";
import {
  hasBecomeExportable,
  isNew,
  isWithdrawnList,
  isWithdrawnPerson,
  listExportedUntil,
  wasExportable,
} from "./change-window.ts";
import { slotOf } from "./marks.ts";
import { CHANGES, isItemChange, type Page, type ReadItemChange } from "./page.ts";
import type { Outcome, Step } from "./source.ts";

const NO_RECORD: Outcome = {};

/** Returns the record that a change of a window leads to, or why it is skipped; an empty object if it leads to none. */
export function recordOfChange(page: Page, change: ReadChange): Outcome {
  if (isItemChange(change)) return forItem(page, change);
  if (isChangeOf(change, "wishlist.item.removed")) return forRemovedItem(page, change);
  if (isChangeOf(change, "wishlist.deleted")) return forDeletedWishlist(page, change);
  if (isChangeOf(change, "customer.deleted")) {
    const { customerId } = change.event;
    return deletion(change, { what: "customer", reason: "removed", customerId });
  }
  if (isChangeOf(change, "wishlist.updated"))
    return change.event.visibility === "private" ? forMadePrivate(page, change) : NO_RECORD;
  if (isChangeOf(change, "customer.created", "customer.updated"))
    return change.event.consent === "withdrawn" ? forWithdrawnConsent(page, change) : NO_RECORD;
  return NO_RECORD;
}

/** The wishlist of a change, with its customer. */
interface WishlistContext {
  row: WishlistRow;
  slot: string;
  customer: CustomerRecord | undefined;
  skipped: Step["skipped"];
}

/**
 * Returns the wishlist of a change with its customer, or why it is skipped; undefined if the export does not contain
 * it.
 */
function contextOf(
  { window: { choice }, rows, people }: Page,
  { event: { wishlistId } }: { event: OfWishlist },
): WishlistContext | undefined {
  const row = rows.get(wishlistId);
  if (!row || !isChosen(choice, row)) return undefined;
  const slot = row.meta.slot ?? "";
  const customer = people.get(slot);
  return { row, slot, customer, skipped: skipReason(choice, row, customer) };
}

function forItem(page: Page, change: ReadItemChange): Outcome {
  const { type, itemId } = change.event;
  const kind = CHANGES[type];
  const item = page.items.get(itemId) ?? purchasedAndRemoved(page, itemId);
  const context = contextOf(page, change);
  // If a wish has several changes of a kind, the last one exports it. The removal exports a removed wish.
  if (!item || !context || page.last(itemId, kind) !== change.entryId) return NO_RECORD;
  if (kind === "purchased" && !item.purchased) return NO_RECORD;
  const { row, slot, customer, skipped } = context;
  // A wish that came from another wishlist is older than its addition to this one.
  const isOld = kind === "added" && item.createdTime <= listExportedUntil(page, row, slot);
  if (isOld && hasBecomeExportable(page, row, slot)) return NO_RECORD;
  if (kind === "updated" && isPublishedElsewhere(page, change, item, context)) return NO_RECORD;
  if (skipped || !customer) return { skipped: skipped ?? "deleted" };
  const holder = { customer: exportedCustomer(customer), wishlist: exportedWishlist(row.record) };
  return { record: exportedItem(kind, holder, item, page.products.get(itemId)) };
}

/** Whether another change of the window exports the state of an updated wish. */
function isPublishedElsewhere(
  page: Page,
  { event, entryId }: ReadChange,
  item: ItemRecord,
  context: WishlistContext,
): boolean {
  const { window } = page;
  if (page.removed.has(item.id)) return true;
  const isAdded = isNew(page, item) || !staysExported(page, context);
  if (isAdded && wantsEvent(window.choice, "wishlist.item.added")) return true;
  if (item.purchased && page.last(item.id, "purchased") !== undefined) return true;
  // Without a choice of events, any later change of the window exports it.
  const isLaterChange = event.time < item.modifiedTime && item.modifiedTime <= window.upTo;
  if (window.choice.events === undefined) return isLaterChange;
  return (page.marks.lastUpdate(item.id)?.entryId ?? entryId) !== entryId;
}

/** Whether a wishlist was exported at the start of the window, and is not exported as withdrawn within it. */
const staysExported = (page: Page, { row, slot }: WishlistContext): boolean =>
  wasExportable(page, row, slot) && !isWithdrawnList(page, row.id);

function forRemovedItem(page: Page, change: ReadChange<EventOf<"wishlist.item.removed">>): Outcome {
  const context = contextOf(page, change);
  const { type, itemId, product } = change.event;
  if (!context || !wantsEvent(page.window.choice, type)) return NO_RECORD;
  const { row, customer, skipped } = context;
  if (skipped || !customer) return { skipped: skipped ?? "deleted" };
  const { productRef, selectedVariantRef } = product;
  const isPublished = isNew(page, page.removed.get(itemId) ?? { id: itemId })
    ? purchasedAndRemoved(page, itemId) !== undefined
    : staysExported(page, context);
  if (!isPublished) return NO_RECORD;
  return deletion(change, {
    what: "item",
    reason: "removed",
    ...person(customer),
    wishlistId: row.id,
    itemId,
    product: defined({ productRef, selectedVariantRef }),
  });
}

function forDeletedWishlist(page: Page, change: ReadChange<EventOf<"wishlist.deleted">>): Outcome {
  const { storeKey, wishlistId, ownerKey = "" } = change.event;
  const { choice } = page.window;
  const row = page.rows.get(wishlistId);
  if (row && isOfGuest(row.meta)) return NO_RECORD;
  if (!mayHaveChosen(choice, wishlistId)) return NO_RECORD;
  const isChosenById = choice.lists?.includes(wishlistId) ?? true;
  const slot = slotName(storeKey, ownerKey);
  if (row && !wasExportable(page, row, slot))
    return mayExportList(choice, row) ? NO_RECORD : { skipped: "private" };
  const customer = page.people.get(slot);
  if (customer && !mayExportPerson(choice, customer)) return { skipped: "noConsent" };
  const who = customer && isChosenById ? person(customer) : {};
  return deletion(change, { what: "wishlist", reason: "removed", ...who, wishlistId });
}

function forMadePrivate(page: Page, change: ReadChange<EventOf<"wishlist.updated">>): Outcome {
  const context = contextOf(page, change);
  if (!context) return NO_RECORD;
  const { row, slot, customer, skipped } = context;
  const isShownAgain = skipped === undefined && isWithdrawnList(page, row.id);
  if (skipped !== "private" && !isShownAgain) return NO_RECORD;
  if (!customer) return { skipped: "deleted" };
  const isFirst = page.marks.firstVisibility(row.id)?.entryId === change.entryId;
  if (!isFirst || !wasExportable(page, row, slot)) return NO_RECORD;
  if (!mayExportPerson(page.window.choice, customer)) return { skipped: "noConsent" };
  return deletion(change, {
    what: "wishlist",
    reason: "withdrawn",
    ...person(customer),
    wishlistId: row.id,
  });
}

function forWithdrawnConsent(
  page: Page,
  change: ReadChange<EventOf<"customer.created" | "customer.updated">>,
): Outcome {
  const { choice, since } = page.window;
  const slot = slotOf(change.event);
  const customer = page.people.get(slot);
  const isFirst = page.marks.firstConsent(slot)?.entryId === change.entryId;
  if (!choice.onlyConsenting || !customer || !isFirst) return NO_RECORD;
  if (hasConsented(customer) && !isWithdrawnPerson(page, slot)) return NO_RECORD;
  // No data of a new customer was exported, and none will be.
  if (timeOf(customer.svc_customer_id) > Date.parse(since)) return NO_RECORD;
  const former = { ...customer, accepts_marketing: false };
  return deletion(change, { what: "customer", reason: "withdrawn", ...person(former) });
}

/**
 * Returns an item that was removed from its list because it was purchased: its purchase is exported with the item's
 * last state.
 */
function purchasedAndRemoved({ removed }: Page, itemId: string): ItemRecord | undefined {
  const item = removed.get(itemId);
  return item && isPurchasedAndRemoved(item) ? item : undefined;
}

const person = (customer: CustomerRecord) => ({
  customerId: customer.svc_customer_id,
  customer: exportedCustomer(customer),
});

const deletion = (
  { id, event: { time } }: ReadChange,
  about: Omit<ExportedDeletion, "type" | "id" | "time">,
): Outcome => ({ record: { type: "deleted", id, time, ...about } });
