import { keysOf } from "../../collections/keys-of.ts";
import type { Event, EventOf } from "./event.ts";

/** Types of the events that callers do not see. */
const INTERNAL_EVENTS = [
  "catalogue.product.changed",
  "catalogue.variants.deleted",
  "catalogue.variant.available",
  "catalogue.variant.released",
  "catalogue.variant.price_dropped",
  "catalogue.variant.low_stock",
  "order.match_forgotten",
  "order.match_moved",
  "order.match_made",
  "order.match_dropped",
  "order.match_offered",
  "wishlist.claimed",
  "mail.retried",
  "report.counted",
] as const satisfies readonly Event["type"][];

/** Types of the events that callers see. All others are internal. */
export type PublicEventType = Exclude<Event["type"], (typeof INTERNAL_EVENTS)[number]>;

/** An event that callers see. */
export type PublicEvent = EventOf<PublicEventType>;

/** The types of events in the change feed and in webhooks, each with its name for people and its meaning. */
export const PUBLIC_EVENTS: Readonly<Record<PublicEventType, { name: string; meaning: string }>> = {
  "customer.created": { name: "Customer created", meaning: "A customer was created" },
  "customer.updated": { name: "Customer changed", meaning: "A customer was changed" },
  "customer.deleted": { name: "Customer deleted", meaning: "A customer was deleted" },
  "wishlist.created": { name: "Wishlist created", meaning: "A wishlist was created" },
  "wishlist.updated": { name: "Wishlist changed", meaning: "A wishlist was changed" },
  "wishlist.deleted": { name: "Wishlist deleted", meaning: "A wishlist was deleted" },
  "wishlist.item.added": { name: "Wish added", meaning: "An item was added to a wishlist" },
  "wishlist.item.updated": { name: "Wish changed", meaning: "An item was changed" },
  "wishlist.item.removed": { name: "Wish removed", meaning: "An item was removed from its wishlist" },
  "wishlist.item.purchased": { name: "Wish bought", meaning: "An order bought an item" },
  "wishlist.item.purchase_reverted": {
    name: "Wish open again",
    meaning: "An item that an order bought is open again",
  },
  "order.received": { name: "Order received", meaning: "An order was received, or a newer version of it" },
  "alert.back_in_stock": {
    name: "Alert: back in stock",
    meaning: "A customer is to be notified that a variant is back in stock",
  },
  "alert.register_interest": {
    name: "Alert: release",
    meaning: "A customer is to be notified that a product is released",
  },
  "alert.price_drop": {
    name: "Alert: price drop",
    meaning: "A customer is to be notified of a lower price",
  },
  "alert.low_stock": {
    name: "Alert: low stock",
    meaning: "A customer is to be notified that few units are left",
  },
  "webhook.endpoint_disabled": { name: "Endpoint switched off", meaning: "A webhook endpoint was disabled" },
};

/** The types of all events, also of those that callers do not see. */
export const ALL_EVENT_TYPES: readonly Event["type"][] = [...keysOf(PUBLIC_EVENTS), ...INTERNAL_EVENTS];

/** Type of the events that test an endpoint. They are sent by webhook only, and are not stored. */
export const TEST_EVENT = "webhook.test";

/** Whether callers see events of a type. */
export const isPublicType = (type: string): type is PublicEventType => Object.hasOwn(PUBLIC_EVENTS, type);
