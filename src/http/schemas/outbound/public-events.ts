import Type from "typebox";
import { PUBLIC_EVENTS, TEST_EVENT } from "../../../actors/events/public-events.ts";
import { oneOf, reasonCode, Timestamp } from "../../../ingest/schemas/common.ts";
import { DISABLED_REASONS } from "../../../store/webhooks/stop-reasons.ts";
import { ItemResponse } from "../wishlists/items.ts";

const Text = (description?: string) => Type.Optional(Type.String(description ? { description } : {}));

const EventData = Type.Object(
  {
    customerId: Text("The service's id of the customer."),
    customerRef: Text("The retailer's reference of the customer."),
    wishlistId: Text(),
    wishlistRef: Text(),
    itemId: Text(),
    movedFrom: Text("Id of a moved item on its former wishlist."),
    movedTo: Text("Id of a moved item on its new wishlist."),
    item: Type.Optional(ItemResponse),
    product: Type.Optional(ItemResponse.properties.product),
    purchasedAndRemoved: Type.Optional(Type.Boolean()),
    purchasedDate: Type.Optional(Timestamp),
    orderRef: Text(),
    endpointId: Text(),
    reason: Text("Why the endpoint was disabled."),
    reasonCode: reasonCode(DISABLED_REASONS),
  },
  {
    title: "EventData",
    description:
      "The entities of the event, with their current data. Erased data is absent. Events of alerts also have the members of the alert.",
  },
);

/** Schema of an event in the change feed. */
export const PublicEventSchema = Type.Object(
  {
    id: Type.String({
      description: "Id of the event. It is the same in the change feed, in webhooks and in each attempt.",
    }),
    type: Type.Unsafe<string>({ type: "string", enum: Object.keys(PUBLIC_EVENTS) }),
    timestamp: Timestamp,
    data: EventData,
  },
  { title: "Event" },
);

/** Schema of an event in a webhook. */
export const WebhookEventSchema = Type.Object(
  {
    ...PublicEventSchema.properties,
    type: oneOf([...Object.keys(PUBLIC_EVENTS), TEST_EVENT]),
    tenant: Type.String(),
    store: Type.String(),
  },
  { title: "WebhookEvent" },
);
