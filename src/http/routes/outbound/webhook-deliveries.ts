import { decodeEvent } from "../../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf } from "../../../actors/events/public-event.ts";
import { notFound } from "../../../ingest/targets.ts";
import { firstFitting } from "../../../store/page-bytes.ts";
import { storeOf, tenantOf } from "../../../store/tenants/tenant.ts";
import { type Endpoints, MAX_DELIVERIES } from "../../../store/webhooks/endpoints.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { DeliveriesResponse, DeliveryResponse } from "../../schemas/outbound/webhooks.ts";
import { API_PATH } from "../api-path.ts";
import type { ChangeRouteParts } from "./changes.ts";

const PATH = `${API_PATH}/webhook-endpoints/:id/deliveries`;
const DELIVERIES_SHOWN = 100;

interface DeliveryRouteParts extends Pick<ChangeRouteParts, "changes" | "dataOf"> {
  endpoints: Endpoints;
}

/** Returns the routes of the attempts to deliver events to an endpoint. */
export function webhookDeliveryRoutes({ endpoints, changes, dataOf }: DeliveryRouteParts): ApiRoute[] {
  const tag = "Webhooks";
  const params = { id: "The endpoint's id" };

  async function deliveriesOf(storeKey: string, id: string, count: number) {
    if (!(await endpoints.find(storeKey, id))) throw notFound("webhook endpoint");
    return endpoints.deliveries(storeKey, id, count);
  }

  /** Returns an event with its current data; undefined if the event is not stored any more. */
  async function eventNow(storeKey: string, eventId: string) {
    const [found] = await changes.named(storeKey, [eventId]);
    if (!found) return undefined;
    const event = decodeEvent(found.text);
    const [data] = await dataOf([{ partition: partitionOfEvent(eventId), names: event }]);
    const names = { tenant: tenantOf(storeKey), store: storeOf(storeKey) };
    return { ...publicEventOf(eventId, event, data), ...names };
  }

  return [
    route({
      operation: "listWebhookDeliveries",
      method: "get",
      paths: [PATH],
      params,
      tag,
      summary: "List the deliveries to a webhook endpoint",
      description: "The newest attempts, each with its outcome.",
      scope: "events:read",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The attempts, the newest first.", schema: DeliveriesResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const deliveries = await deliveriesOf(storeKey, request.param("id"), DELIVERIES_SHOWN);
        return presentRead(`{"deliveries":[${firstFitting(deliveries).join(",")}]}`);
      },
    }),

    route({
      operation: "getWebhookDelivery",
      method: "get",
      paths: [`${PATH}/:eventId`],
      params: { ...params, eventId: "The event's id" },
      tag,
      summary: "Get the attempts to deliver an event, with the event",
      description: `Searches the last ${MAX_DELIVERIES.toLocaleString("en")} attempts of the endpoint.`,
      scope: "events:read",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The attempts and the event.", schema: DeliveryResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const eventId = request.param("eventId");
        const all = await deliveriesOf(storeKey, request.param("id"), MAX_DELIVERIES);
        const attempts = all.filter((delivery) => delivery.eventId === eventId);
        if (attempts.length === 0) throw notFound("delivery");
        return presentRead(JSON.stringify({ attempts, event: await eventNow(storeKey, eventId) }));
      },
    }),
  ];
}
