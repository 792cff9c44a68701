import { defined } from "../../collections/defined.ts";
import { storeOf, tenantOf } from "../../store/tenants/tenant.ts";
import { readDisabled } from "../../store/webhooks/stop-reasons.ts";
import { presentDisabled } from "./disabled-reason.ts";
import type { Event, EventOf } from "./event.ts";
import type { ItemMovedAway, ItemRemoved } from "./wishlist-events.ts";

/** An event in the form that callers see. */
interface ShownEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The members of events that callers see as they are stored: each event has those of its type. */
type ShownMembers = Pick<Event, "type" | "time"> &
  Partial<
    Pick<EventOf<"wishlist.item.added">, "product" | "movedFrom"> &
      Pick<ItemRemoved, "purchasedAndRemoved"> &
      Pick<ItemMovedAway, "movedTo"> &
      Pick<EventOf<"wishlist.item.purchased">, "purchasedDate"> &
      Pick<EventOf<"order.received">, "orderRef"> &
      Pick<EventOf<"webhook.endpoint_disabled">, "endpointId" | "reason" | "failingSince">
  >;

/** Returns the partition in an event's id. */
export const partitionOfEvent = (id: string) => Number(id.split("-")[0]);

/** Returns an event in the form of the change feed and of webhooks. `data` comes from the records that it names. */
export function publicEventOf(
  id: string,
  event: ShownMembers,
  data: Record<string, unknown> | undefined,
): ShownEvent {
  const { type, time, product, purchasedAndRemoved, purchasedDate, endpointId, orderRef } = event;
  const { movedFrom, movedTo, reason, failingSince } = event;
  return {
    id,
    type,
    timestamp: time,
    data: {
      product,
      purchasedAndRemoved,
      purchasedDate,
      endpointId,
      ...presentDisabled(readDisabled(defined({ reason, failingSince }))),
      orderRef,
      movedFrom,
      movedTo,
      ...data,
    },
  };
}

/** Returns an event in the form of webhooks, which also name the store: a receiver may have endpoints of several. */
export const webhookEventOf = (storeKey: string, event: ShownEvent) => ({
  ...event,
  tenant: tenantOf(storeKey),
  store: storeOf(storeKey),
});
