import Type from "typebox";
import { PUBLIC_EVENTS } from "../../actors/public-events.ts";
import { Timestamp } from "../../ingest/schemas/common.ts";
import { ItemResponse } from "./items.ts";

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
