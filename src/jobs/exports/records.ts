import { unitsOf } from "../../actors/catalogue/availability.ts";
import { hasConsented } from "../../actors/customer/consent.ts";
import type { Event } from "../../actors/events/event.ts";
import { defined } from "../../collections/defined.ts";
import type { CatalogueRow, WishlistRow } from "../../store/exports/export-reads.ts";
import type { ExportRecord as ExportSettings } from "../../store/exports/exports.ts";
import { partitionOfWishlist } from "../../store/ids/ids.ts";
import type { CustomerRecord, ItemRecord, WishlistRecord } from "../../store/records/records.ts";
import { isOfGuest } from "../../store/records/wishlist-meta.ts";
import { wantsType } from "../../store/webhooks/endpoints.ts";
import type { ExportedCustomer, ExportedItem, ExportedProduct, ExportedWishlist } from "./connector.ts";

/** The settings that choose the wishes of an export. */
export type RecordChoice = Pick<ExportSettings, "includePrivate" | "onlyConsenting" | "lists" | "events">;

/** The reason why a wish is not exported. */
export type SkipReason = "noConsent" | "private" | "deleted";

/** Whether an export contains wishes of a customer: of all, or only of those who have consented. */
export const mayExportPerson = ({ onlyConsenting }: RecordChoice, customer: CustomerRecord): boolean =>
  !onlyConsenting || hasConsented(customer);

/** Whether an export contains wishes of a wishlist: of all, or only of public ones. */
export const mayExportList = (
  { includePrivate }: RecordChoice,
  { record }: { record: Pick<WishlistRecord, "isPrivate"> },
): boolean => includePrivate || !record.isPrivate;

/**
 * Returns why a wishlist's wishes may not be exported; undefined if they may be. It is checked immediately before they
 * are exported.
 */
export function skipReason(
  choice: RecordChoice,
  { meta, record }: Pick<WishlistRow, "meta" | "record">,
  customer: CustomerRecord | undefined,
): SkipReason | undefined {
  if (meta.deleted || !customer) return "deleted";
  if (!mayExportList(choice, { record })) return "private";
  return mayExportPerson(choice, customer) ? undefined : "noConsent";
}

/** Whether an export contains a wishlist. It never contains a guest's. */
export function isChosen({ lists }: RecordChoice, { id, meta }: Pick<WishlistRow, "id" | "meta">): boolean {
  if (isOfGuest(meta)) return false;
  return !lists || lists.includes(id) || (meta.wishlistRef !== null && lists.includes(meta.wishlistRef));
}

/**
 * Whether an export may have contained a deleted wishlist. Its reference is no longer known, so an export that chooses
 * by references may have contained it.
 */
export const mayHaveChosen = ({ lists }: RecordChoice, wishlistId: string): boolean =>
  !lists || lists.some((name) => name === wishlistId || partitionOfWishlist(name) === undefined);

/** Whether an export contains events of a type. */
export const wantsEvent = ({ events }: Pick<RecordChoice, "events">, type: Event["type"]): boolean =>
  wantsType({ events: events ?? [] }, type);

/** Whether an item was removed from its list because it was purchased: its purchase is exported, not its removal. */
export const isPurchasedAndRemoved = ({
  purchased,
  purchasedAndRemoved,
}: Pick<ItemRecord, "purchased" | "purchasedAndRemoved">): boolean => purchased && purchasedAndRemoved;

/** Returns the fields of a customer that an export contains. */
export function exportedCustomer(customer: CustomerRecord): ExportedCustomer {
  const { svc_customer_id: customerId, id, email, phone, first_name, last_name } = customer;
  return {
    customerId,
    // Without a reference of the retailer, `id` has the service id. Platforms must not get it as the reference.
    ...(id === customerId ? {} : { customerRef: id }),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(first_name ? { firstName: first_name } : {}),
    ...(last_name ? { lastName: last_name } : {}),
    acceptsMarketing: hasConsented(customer),
  };
}

/** Returns the fields of a wishlist that an export contains. */
export function exportedWishlist({ id, wishlistRef, name, isPrivate }: WishlistRecord): ExportedWishlist {
  return {
    wishlistId: id,
    ...defined({ wishlistRef, name }),
    isPrivate,
  };
}

const UNKNOWN_PRODUCT: ExportedProduct = {};

function exportedProduct(row: CatalogueRow | undefined): ExportedProduct {
  if (!row) return UNKNOWN_PRODUCT;
  const { title, url, imageUrl } = row.product;
  const { title: variantTitle, sku, price, currency, stock } = row.variant ?? {};
  const available = stock && unitsOf(stock);
  return {
    title,
    ...defined({ variantTitle, url, imageUrl, sku, price, currency, available }),
  };
}

/** The customer and the wishlist of a wish: the same for all wishes of a wishlist. */
interface ItemContext {
  customer: ExportedCustomer;
  wishlist: ExportedWishlist;
}

/**
 * Returns a wish in its current state, exported for a change. Its id is the same in every export of that change. The
 * addition has one id; if the wish was withdrawn and is exported again, it has another id with `repeat`. Other changes
 * have one id for each state of the wish.
 */
export function exportedItem(
  change: ExportedItem["change"],
  { customer, wishlist }: ItemContext,
  item: ItemRecord,
  product: CatalogueRow | undefined,
  repeat?: string,
): ExportedItem {
  const time = change === "added" ? item.createdTime : item.modifiedTime;
  const id = [item.id, Date.parse(time).toString(36)];
  if (change === "purchased") id.push(change);
  if (repeat !== undefined) id.push("again", repeat);
  return {
    type: "item",
    id: id.join("-"),
    time,
    change,
    customer,
    wishlist,
    item,
    product: exportedProduct(product),
  };
}
