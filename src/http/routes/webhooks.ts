import { randomBytes } from "node:crypto";
import { type Event, decodeEvent } from "../../actors/event.ts";
import type { ChangeFeed } from "../../store/partition/change-feed.ts";
import {
  type Endpoint,
  type Endpoints,
  MAX_REPLAYED,
  shownEndpoint,
  wantsType,
} from "../../store/webhooks/endpoints.ts";
import { presentRead } from "../presenters/reply.ts";
import { type FieldError, Problem } from "../../ingest/problem.ts";
import type { Answer } from "../answer.ts";
import { type ApiRoute, route } from "../route.ts";
import {
  CreateEndpointBody,
  EndpointResponse,
  EndpointsResponse,
  QueuedResponse,
  ReplayBody,
  ReplayResponse,
  UpdateEndpointBody,
} from "../schemas/webhooks.ts";
import { notFound } from "../../ingest/targets.ts";
import { withinLimit } from "../../ingest/within-limit.ts";
import { defined } from "../../store/defined.ts";

const PATH = "/services/wsservice/api/webhook-endpoints";
const REFUSALS = { malformed: 400, invalid: 400, duplicate: 400 } as const;

/** An event to send to an endpoint again. */
export interface Redelivery {
  storeKey: string;
  endpoint: string;
  eventId: string;
  type: string;
  /** The event, or the whole body for an event that is not the store's. */
  event?: Event;
  body?: string;
}

export interface WebhookRouteParts {
  endpoints: Endpoints;
  changes: ChangeFeed;
  /** Why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined;
  /** Starts a replay; undefined if the endpoint does not exist, not new if one is running. */
  startReplay: (replay: {
    storeKey: string;
    endpoint: string;
    since: string;
  }) => Promise<{ endpoint: Endpoint; isNew: boolean } | undefined>;
  /** Makes deliveries, each even if the same one was made before. */
  deliver: (deliveries: Redelivery[]) => Promise<void>;
}

function present(status: number, endpoint: Endpoint, secret?: string): Answer {
  const shown = shownEndpoint(endpoint);
  const body = JSON.stringify(secret === undefined ? shown : { ...shown, secret });
  return { status, body, headers: { "Cache-Control": "no-store" } };
}

/** Routes of webhook endpoints: settings, secrets, deliveries, tests and replays. */
export function webhookRoutes({
  endpoints,
  changes,
  refuseTarget,
  deliver,
  startReplay,
}: WebhookRouteParts): ApiRoute[] {
  const tag = "Webhooks";
  const params = { id: "The endpoint's id" };

  async function find(storeKey: string, id: string): Promise<Endpoint> {
    const endpoint = await endpoints.find(storeKey, id);
    if (!endpoint) throw notFound("webhook endpoint");
    return endpoint;
  }

  const checkUrl = ({ url }: { url?: string }): FieldError[] => {
    const message = url === undefined ? undefined : refuseTarget(url);
    return message === undefined ? [] : [{ path: "/url", message }];
  };

  return [
    route({
      operation: "createWebhookEndpoint",
      method: "post",
      paths: [PATH],
      tag,
      summary: "Create a webhook endpoint",
      description:
        "Deliveries are signed as Standard Webhooks specifies. The secret is shown only in this answer.",
      scope: "events:write",
      body: CreateEndpointBody,
      check: checkUrl,
      idempotency: "answer",
      refusals: REFUSALS,
      conditional: false,
      responses: { 201: { description: "The new endpoint, with its secret.", schema: EndpointResponse } },
      async handle({ session, body }) {
        const { url, events, description } = body;
        const { endpoint, secret } = await withinLimit("webhook endpoints", () =>
          endpoints.create(session.storeKey, {
            url,
            events: events ?? [],
            ...(typeof description === "string" ? { description } : {}),
          }),
        );
        return present(201, endpoint, secret);
      },
    }),

    route({
      operation: "listWebhookEndpoints",
      method: "get",
      paths: [PATH],
      tag,
      summary: "List the webhook endpoints",
      description: "All endpoints of the store, at most 50. Secrets are not shown.",
      scope: "events:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "All endpoints.", schema: EndpointsResponse } },
      async handle({ session }) {
        const all = await endpoints.list(session.storeKey);
        return presentRead(JSON.stringify({ endpoints: all.map(shownEndpoint) }));
      },
    }),

    route({
      operation: "getWebhookEndpoint",
      method: "get",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Get a webhook endpoint",
      description: "The endpoint with its status. Its secret is not shown.",
      scope: "events:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The endpoint.", schema: EndpointResponse } },
      handle: async (request) => present(200, await find(request.session.storeKey, request.param("id"))),
    }),

    route({
      operation: "updateWebhookEndpoint",
      method: "put",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Change a webhook endpoint",
      description: "Absent members stay unchanged. Set the status to enable a disabled endpoint again.",
      scope: "events:write",
      body: UpdateEndpointBody,
      check: checkUrl,
      idempotency: "answer",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The endpoint after the change.", schema: EndpointResponse } },
      async handle(request) {
        const { url, events, description, status } = request.body;
        const changed = await endpoints.update(request.session.storeKey, request.param("id"), (endpoint) => {
          const { reason, failingSince, description: before, ...kept } = endpoint;
          const described = description === undefined ? before : description;
          return {
            ...kept,
            ...(status === "enabled" || reason === undefined ? {} : { reason }),
            ...(status === "enabled" || failingSince === undefined ? {} : { failingSince }),
            ...(typeof described === "string" ? { description: described } : {}),
            ...defined({ url }),
            ...(events === undefined ? {} : { events: events ?? [] }),
            ...defined({ status }),
            modifiedTime: new Date().toISOString(),
          };
        });
        if (!changed) throw notFound("webhook endpoint");
        return present(200, changed);
      },
    }),

    route({
      operation: "deleteWebhookEndpoint",
      method: "delete",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Delete a webhook endpoint",
      description: "Nothing more is sent to the endpoint; waiting deliveries end.",
      scope: "events:write",
      idempotency: "answer",
      refusals: REFUSALS,
      conditional: false,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        if (!(await endpoints.delete(request.session.storeKey, request.param("id"))))
          throw notFound("webhook endpoint");
        return { status: 204 };
      },
    }),

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
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "The test event is queued.", schema: QueuedResponse } },
      async handle(request) {
        const { storeKey, tenant } = request.session;
        const { id } = await find(storeKey, request.param("id"));
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
      operation: "rotateWebhookSecret",
      method: "post",
      paths: [`${PATH}/:id/rotate-secret`],
      params,
      tag,
      summary: "Rotate the secret of a webhook endpoint",
      description:
        "For a day, deliveries are also signed with the previous secret. The new secret is shown only in this answer.",
      scope: "events:write",
      idempotency: "answer",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The endpoint, with its new secret.", schema: EndpointResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const secret = await endpoints.rotateSecret(storeKey, request.param("id"), Date.now());
        return present(200, await find(storeKey, request.param("id")), secret);
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
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "The events are on their way.", schema: ReplayResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const endpoint = await find(storeKey, request.param("id"));
        if (endpoint.status !== "enabled") {
          const detail = "The endpoint is disabled: enable it first.";
          throw new Problem("InvalidInput", { status: REFUSALS.invalid, detail });
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
