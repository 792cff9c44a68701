import { defined } from "../../collections/defined.ts";
import { storeOf, tenantOf } from "../../store/tenants/tenant.ts";
import { readDisabled } from "../../store/webhooks/stop-reasons.ts";
import { presentDisabled } from "./disabled-reason.ts";
import type { Event } from "./event.ts";

/** An event in the form that callers see. */
interface PublicEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Returns the partition in an event's id. */
export const partitionOfEvent = (id: string) => Number(id.split("-")[0]);

/** Returns an event in the form of the change feed and of webhooks. `data` comes from the records that it names. */
export function publicEventOf(
  id: string,
  event: Event,
  data: Record<string, unknown> | undefined,
): PublicEvent {
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
export const webhookEventOf = (storeKey: string, event: PublicEvent) => ({
  ...event,
  tenant: tenantOf(storeKey),
  store: storeOf(storeKey),
});
