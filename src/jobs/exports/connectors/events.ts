import Type from "typebox";
import type { ExportedCustomer, ExportedDeletion, ExportedItem, ExportedRecord } from "../connector.ts";

/** Meaning of an event. */
export type Kind = "added" | "updated" | "purchased" | "removed" | "wishlistRemoved" | "withdrawn";

/** Default names of events, for platforms that define no names. */
const NAMES: Record<Kind, string> = {
  added: "Added to Wishlist",
  updated: "Updated on Wishlist",
  purchased: "Purchased from Wishlist",
  removed: "Removed from Wishlist",
  wishlistRemoved: "Wishlist Removed",
  withdrawn: "Wishlist Consent Withdrawn",
};

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 127 }));

/** Names that a retailer already uses for events. */
export const PlatformEventNames = Type.Object(
  { added: Name, updated: Name, purchased: Name, removed: Name, wishlistRemoved: Name, withdrawn: Name },
  { additionalProperties: false, description: "Names of events that replace the default names." },
);

/** Returns the name of an event on the platform: the retailer's name or the default. */
export const nameOf = (kind: Kind, names: Type.Static<typeof PlatformEventNames> = {}): string =>
  names[kind] ?? NAMES[kind];

/** A record as an event of a person, because marketing platforms accept events. */
export interface WishlistEvent {
  id: string;
  kind: Kind;
  time: string;
  customer: ExportedCustomer;
  /** The names are those of Segment's e-commerce specification, on every platform. */
  properties: Record<string, unknown>;
}

const KIND_OF_DELETION = { item: "removed", wishlist: "wishlistRemoved", customer: "withdrawn" } as const;

/** Returns the properties that are known. */
const knownOnly = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const amount = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const itemProperties = ({ wishlist, item, product }: ExportedItem) =>
  knownOnly({
    wishlist_id: wishlist.wishlistId,
    wishlist_ref: wishlist.wishlistRef,
    wishlist_name: wishlist.name,
    item_id: item.id,
    product_id: item.product.productRef ?? item.product.productId,
    variant_id: item.product.selectedVariantRef ?? item.product.selectedVariantId,
    sku: product.sku,
    name: product.title,
    variant: product.variantTitle,
    url: product.url,
    image_url: product.imageUrl,
    price: amount(product.price),
    currency: product.currency,
    price_when_added: amount(item.priceWhenAdded?.amount),
    available: product.available,
    quantity: item.quantity,
    priority: item.priority,
    purchased_date: item.purchasedDate,
  });

const deletionProperties = ({ wishlistId, itemId, product, reason }: ExportedDeletion) =>
  knownOnly({
    wishlist_id: wishlistId,
    item_id: itemId,
    product_id: product?.productRef,
    variant_id: product?.selectedVariantRef,
    reason,
  });

/** Returns why a platform cannot accept a record; undefined if it can. */
function obstacleOf({ customer }: ExportedRecord): "personUnknown" | "noIdentifier" | undefined {
  if (!customer) return "personUnknown";
  const { customerRef, email, phone } = customer;
  return (customerRef ?? email ?? phone) === undefined ? "noIdentifier" : undefined;
}

function eventOf(record: ExportedRecord, customer: ExportedCustomer): WishlistEvent {
  const { id, time } = record;
  return record.type === "item"
    ? { id, time, customer, kind: record.change, properties: itemProperties(record) }
    : { id, time, customer, kind: KIND_OF_DELETION[record.what], properties: deletionProperties(record) };
}

/**
 * Converts records to events. A record is skipped if the person no longer exists, or has no reference, e-mail address
 * or phone number that could identify the person on a platform.
 */
export function readEvents(records: readonly ExportedRecord[]): {
  events: WishlistEvent[];
  skipped: Record<string, number>;
} {
  const events: WishlistEvent[] = [];
  const skipped: Record<string, number> = {};
  for (const record of records) {
    const obstacle = obstacleOf(record);
    if (obstacle) skipped[obstacle] = (skipped[obstacle] ?? 0) + 1;
    else if (record.customer) events.push(eventOf(record, record.customer));
  }
  return { events, skipped };
}
