import { randomBytes } from "node:crypto";
import { type Event, decodeEvent } from "../../../actors/event.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import {
  type Endpoint,
  type Endpoints,
  MAX_REPLAYED,
  shownEndpoint,
  wantsType,
} from "../../../store/webhooks/endpoints.ts";
import { type ApiRoute, route, BAD_REQUEST } from "../../route.ts";
import { QueuedResponse, ReplayBody, ReplayResponse } from "../../schemas/webhooks.ts";
import { foundEndpoint } from "./found-endpoint.ts";

const PATH = "/services/wsservice/api/webhook-endpoints";

/** An event to send to an endpoint again. */
interface Redelivery {
  storeKey: string;
  endpoint: string;
  eventId: string;
  type: string;
  /** The event, or the whole body for an event that is not the store's. */
  event?: Event;
  body?: string;
}

interface WebhookSendParts {
  endpoints: Endpoints;
  changes: ChangeFeed;
  /** Starts a replay; undefined if the endpoint does not exist, not new if one is running. */
  startReplay: (replay: {
    storeKey: string;
    endpoint: string;
    since: string;
  }) => Promise<{ endpoint: Endpoint; isNew: boolean } | undefined>;
  /** Makes deliveries, each even if the same one was made before. */
  deliver: (deliveries: Redelivery[]) => Promise<void>;
}

/** Routes that send events to a webhook endpoint: a test, and events that were sent before. */
export function webhookSendRoutes({
  endpoints,
  changes,
  deliver,
  startReplay,
}: WebhookSendParts): ApiRoute[] {
  const tag = "Webhooks";
  const params = { id: "The endpoint's id" };

  return [
    route({
      operation: "testWebhookEndpoint",
      method: "post",
      paths: [`${PATH}/:id/test`],
      params,
      tag,
      summary: "Send a test event to a webhook endpoint",
      description:
        "Sends an event of the type webhook.test, signed like any other. The deliveries of the endpoint show the result.",
      scope: "events:write",
      startsJobs: true,
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 202: { description: "The test event is queued.", schema: QueuedResponse } },
      async handle(request) {
        const { storeKey, tenant } = request.session;
        const { id } = await foundEndpoint(endpoints, storeKey, request.param("id"));
        const eventId = `test-${randomBytes(9).toString("hex")}`;
        const type = "webhook.test";
        const timestamp = new Date().toISOString();
        const body = JSON.stringify({
          id: eventId,
          type,
          timestamp,
          tenant: tenant.id,
          data: { endpointId: id },
        });
        await deliver([{ storeKey, endpoint: id, eventId, type, body }]);
        return { status: 202, body: JSON.stringify({ eventIds: [eventId] }) };
      },
    }),

    route({
      operation: "replayWebhooks",
      method: "post",
      paths: [`${PATH}/:id/replay`],
      params,
      tag,
      summary: "Send events again to a webhook endpoint",
      description:
        "Sends the named events at once, or all subscribed events since a time in the background, in batches. The endpoint shows the progress. " +
        `An endpoint has one such replay at a time; while one runs, the answer is 409 with its state. A replay sends up to ${MAX_REPLAYED.toLocaleString("en")} events. It stops when the receiver accepts no event of a batch; continue from its \`reachedTime\`.`,
      scope: "events:write",
      body: ReplayBody,
      check: ({ since, eventIds }) =>
        since === undefined && eventIds === undefined
          ? [{ path: "/since", message: "or eventIds is needed" }]
          : [],
      startsJobs: true,
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 202: { description: "The events are on their way.", schema: ReplayResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const endpoint = await foundEndpoint(endpoints, storeKey, request.param("id"));
        if (endpoint.status !== "enabled") {
          const detail = "The endpoint is disabled: enable it first.";
          throw new Problem("InvalidInput", { status: BAD_REQUEST.invalid, detail });
        }
        const { since, eventIds } = request.body;
        if (eventIds === undefined) {
          const started = await startReplay({ storeKey, endpoint: endpoint.id, since: since ?? "" });
          if (!started) throw notFound("webhook endpoint");
          const { replay } = shownEndpoint(started.endpoint);
          if (!started.isNew) throw new Problem("ReplayInProgress", { extra: { replay } });
          return { status: 202, body: JSON.stringify({ replay }) };
        }
        const found = await changes.named(storeKey, eventIds);
        const wanted = found
          .map(({ id: eventId, text }) => ({ eventId, event: decodeEvent(text) }))
          .filter(({ event }) => wantsType(endpoint, event.type));
        await deliver(
          wanted.map(({ eventId, event }) => ({
            storeKey,
            endpoint: endpoint.id,
            eventId,
            type: event.type,
            event,
          })),
        );
        return { status: 202, body: JSON.stringify({ eventIds: wanted.map(({ eventId }) => eventId) }) };
      },
    }),
  ];
}
