import Type from "typebox";
import { Timestamp } from "../../ingest/schemas/common.ts";
import { ItemResponse } from "./items.ts";

/** The types of events that the change feed and webhooks carry, each with what has happened. */
export const PUBLIC_EVENTS: Readonly<Record<string, string>> = {
  "customer.created": "A customer was created",
  "customer.updated": "A customer was changed",
  "customer.deleted": "A customer was deleted",
  "wishlist.created": "A wishlist was created",
  "wishlist.updated": "A wishlist was changed",
  "wishlist.deleted": "A wishlist was deleted",
  "wishlist.item.added": "An item was added to a wishlist",
  "wishlist.item.updated": "An item was changed",
  "wishlist.item.removed": "An item was removed from its wishlist",
  "wishlist.item.purchased": "An order bought an item",
  "wishlist.item.purchase_reverted": "An item that an order bought is open again",
  "order.received": "An order was received, or a newer version of it",
  "alert.back_in_stock": "A customer is to be notified that a variant is back in stock",
  "alert.register_interest": "A customer is to be notified that a product is released",
  "alert.price_drop": "A customer is to be notified of a lower price",
  "alert.low_stock": "A customer is to be notified that few units are left",
  "webhook.endpoint_disabled": "A webhook endpoint was disabled",
};

const Text = (description?: string) => Type.Optional(Type.String(description ? { description } : {}));

const EventData = Type.Object(
  {
    customerId: Text("The service's id of the customer."),
    customerRef: Text("The retailer's reference of the customer."),
    wishlistId: Text(),
    wishlistRef: Text(),
    itemId: Text(),
    movedFrom: Text("Id that a moved item had on its former wishlist."),
    movedTo: Text("Id that a moved item has on its new wishlist."),
    item: Type.Optional(ItemResponse),
    product: Type.Optional(ItemResponse.properties.product),
    purchasedAndRemoved: Type.Optional(Type.Boolean()),
    orderRef: Text(),
    endpointId: Text(),
    reason: Text(),
  },
  {
    title: "EventData",
    description:
      "What the event concerns, with the current data; erased data is omitted. Events of alerts also have the members of the alert.",
  },
);

/** An event as the change feed and webhooks carry it. */
export const PublicEventSchema = Type.Object(
  {
    id: Type.String({ description: "The same in the change feed, in webhooks and in each attempt." }),
    type: Type.Unsafe<string>({ type: "string", enum: Object.keys(PUBLIC_EVENTS) }),
    timestamp: Timestamp,
    data: EventData,
  },
  { title: "Event" },
);
