import { decodeEvent } from "../../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf, webhookEventOf } from "../../../actors/events/public-event.ts";
import { notFound } from "../../../ingest/targets.ts";
import { firstFitting } from "../../../store/read/page-bytes.ts";
import { decodeOrSkip } from "../../../store/records/undecodable.ts";
import { type Endpoints, MAX_DELIVERIES } from "../../../store/webhooks/endpoints.ts";
import { groupedDigits } from "../../../text/grouped-digits.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { DeliveriesResponse, DeliveryResponse } from "../../schemas/outbound/webhooks.ts";
import { API_PATH } from "../api-path.ts";
import type { ChangeRouteParts } from "./changes.ts";
import { foundEndpoint } from "./found-endpoint.ts";

const PATH = `${API_PATH}/webhook-endpoints/:id/deliveries`;
const PARAMS = { id: "The endpoint's id" };
const COMMON = {
  method: "get",
  tag: "Webhooks",
  scope: "events:read",
  refusals: BAD_REQUEST,
  conditional: false,
} as const;
const DELIVERIES_SHOWN = 100;

interface DeliveryRouteParts extends Omit<ChangeRouteParts, "now"> {
  endpoints: Endpoints;
}

/**
 * Returns the newest attempts to deliver events to an endpoint.
 *
 * @throws 404 if there is no such endpoint
 */
async function deliveriesOf({ endpoints }: DeliveryRouteParts, storeKey: string, id: string, count: number) {
  await foundEndpoint(endpoints, storeKey, id);
  return endpoints.deliveries(storeKey, id, count);
}

/** Returns an event with its current data; undefined if the event is not stored any more, or cannot be decoded. */
async function eventNow(
  { changes, dataOf, onUndecodable }: DeliveryRouteParts,
  storeKey: string,
  eventId: string,
) {
  const [found] = await changes.named(storeKey, [eventId]);
  const label = () => ({ storeKey, id: eventId });
  const event = found && decodeOrSkip(decodeEvent, found.text, label, onUndecodable);
  if (!event) return undefined;
  const [data] = await dataOf([{ partition: partitionOfEvent(eventId), names: event }]);
  return webhookEventOf(storeKey, publicEventOf(eventId, event, data));
}

const listWebhookDeliveries = (parts: DeliveryRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listWebhookDeliveries",
    paths: [PATH],
    params: PARAMS,
    summary: "List the deliveries to a webhook endpoint",
    description: "The newest attempts, each with its outcome.",
    responses: { 200: { description: "The attempts, the newest first.", schema: DeliveriesResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const deliveries = await deliveriesOf(parts, storeKey, request.param("id"), DELIVERIES_SHOWN);
      return presentRead(`{"deliveries":[${firstFitting(deliveries).join(",")}]}`);
    },
  });

const getWebhookDelivery = (parts: DeliveryRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "getWebhookDelivery",
    paths: [`${PATH}/:eventId`],
    params: { ...PARAMS, eventId: "The event's id" },
    summary: "Get the attempts to deliver an event, with the event",
    description: `Searches the last ${groupedDigits(MAX_DELIVERIES)} attempts of the endpoint.`,
    responses: { 200: { description: "The attempts and the event.", schema: DeliveryResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const eventId = request.param("eventId");
      const all = await deliveriesOf(parts, storeKey, request.param("id"), MAX_DELIVERIES);
      const attempts = all.filter((delivery) => delivery.eventId === eventId);
      if (attempts.length === 0) throw notFound("delivery");
      return presentRead(JSON.stringify({ attempts, event: await eventNow(parts, storeKey, eventId) }));
    },
  });

/** Returns the routes of the attempts to deliver events to an endpoint. */
export const webhookDeliveryRoutes = (parts: DeliveryRouteParts): ApiRoute[] => [
  listWebhookDeliveries(parts),
  getWebhookDelivery(parts),
];
