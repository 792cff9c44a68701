import type { Static } from "typebox";
import { PUBLIC_EVENTS } from "../../../actors/events/public-events.ts";
import { defined } from "../../../collections/defined.ts";
import type { FieldError } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import { withinLimit } from "../../../ingest/within-limit.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { type Endpoint, type Endpoints, wantsType } from "../../../store/webhooks/endpoints.ts";
import type { Answer } from "../../answer.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { presentEndpoint } from "../../presenters/webhooks.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  CreateEndpointBody,
  EndpointResponse,
  EndpointsResponse,
  UpdateEndpointBody,
} from "../../schemas/outbound/webhooks.ts";
import { API_PATH } from "../api-path.ts";
import { foundEndpoint } from "./found-endpoint.ts";

const PATH = `${API_PATH}/webhook-endpoints`;
const TAG = "Webhooks";
const PARAMS = { id: "The endpoint's id" };

interface WebhookRouteParts {
  endpoints: Endpoints;
  /** The store's clock. */
  now: Now;
  /** Returns why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined;
}

const present = (status: number, endpoint: Endpoint, secret?: string): Answer =>
  presentChange(status, { ...presentEndpoint(endpoint), ...defined({ secret }) });

const EVENT_TYPES = Object.keys(PUBLIC_EVENTS);

/** Returns a function that checks the address and the event types of a body; unknown types would never be sent. */
const endpointCheck =
  (refuseTarget: WebhookRouteParts["refuseTarget"]) =>
  ({ url, events }: { url?: string; events?: readonly string[] | null }): FieldError[] => {
    const refused = url === undefined ? undefined : refuseTarget(url);
    const unknown = (events ?? []).flatMap((wanted, i): FieldError[] =>
      EVENT_TYPES.some((type) => wantsType({ events: [wanted] }, type))
        ? []
        : [{ path: `/events/${i}`, message: "is not an event type or the prefix of one" }],
    );
    return refused === undefined ? unknown : [{ path: "/url", message: refused }, ...unknown];
  };

/**
 * Returns an endpoint after a change. Absent members do not change; enabling the endpoint removes its failure. The
 * failures at a former address say nothing about the new one.
 */
function changedEndpoint(endpoint: Endpoint, body: Static<typeof UpdateEndpointBody>, now: number): Endpoint {
  const { url, events, description, status } = body;
  const { reason, failingSince, unreportedSince, description: before, ...kept } = endpoint;
  const isMoved = endpoint.status === "enabled" && url !== undefined && url !== endpoint.url;
  const described = description === undefined ? before : description;
  return {
    ...kept,
    ...(status === "enabled" || reason === undefined ? {} : { reason }),
    ...(status === "enabled" || isMoved || failingSince === undefined ? {} : { failingSince }),
    ...(status === "enabled" || unreportedSince === undefined ? {} : { unreportedSince }),
    ...(typeof described === "string" ? { description: described } : {}),
    ...defined({ url }),
    ...(events === undefined ? {} : { events: events ?? [] }),
    ...defined({ status }),
    modifiedTime: new Date(now).toISOString(),
  };
}

const createWebhookEndpoint = ({ endpoints, refuseTarget }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "createWebhookEndpoint",
    method: "post",
    paths: [PATH],
    tag: TAG,
    summary: "Create a webhook endpoint",
    description:
      "Deliveries are signed as Standard Webhooks specifies. The secret is shown only in this answer.",
    scope: "events:write",
    body: CreateEndpointBody,
    check: endpointCheck(refuseTarget),
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 201: { description: "The new endpoint, with its secret.", schema: EndpointResponse } },
    async handle({ session, body, repeatKey }) {
      const { url, events, description } = body;
      const fields = {
        url,
        events: events ?? [],
        ...(typeof description === "string" ? { description } : {}),
      };
      const create = () => endpoints.create(session.storeKey, fields, repeatKey);
      const { endpoint, secret } = await withinLimit("webhook endpoints", create);
      return present(201, endpoint, secret);
    },
  });

const listWebhookEndpoints = ({ endpoints }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "listWebhookEndpoints",
    method: "get",
    paths: [PATH],
    tag: TAG,
    summary: "List the webhook endpoints",
    description: "All endpoints of the store, at most 50. Secrets are not shown.",
    scope: "events:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "All endpoints.", schema: EndpointsResponse } },
    async handle({ session }) {
      const all = await endpoints.list(session.storeKey);
      return presentRead(JSON.stringify({ endpoints: all.map(presentEndpoint) }));
    },
  });

const getWebhookEndpoint = ({ endpoints }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "getWebhookEndpoint",
    method: "get",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Get a webhook endpoint",
    description: "The endpoint with its status. Its secret is not shown.",
    scope: "events:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The endpoint.", schema: EndpointResponse } },
    handle: async (request) =>
      present(200, await foundEndpoint(endpoints, request.session.storeKey, request.param("id"))),
  });

const updateWebhookEndpoint = ({ endpoints, refuseTarget, now }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "updateWebhookEndpoint",
    method: "put",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Change a webhook endpoint",
    description:
      "Absent members do not change. Set the status to enabled to enable a disabled endpoint again.",
    scope: "events:write",
    body: UpdateEndpointBody,
    check: endpointCheck(refuseTarget),
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The endpoint after the change.", schema: EndpointResponse } },
    async handle(request) {
      const { session, body } = request;
      const changed = await endpoints.update(session.storeKey, request.param("id"), (endpoint) =>
        changedEndpoint(endpoint, body, now()),
      );
      if (!changed) throw notFound("webhook endpoint");
      return present(200, changed);
    },
  });

const deleteWebhookEndpoint = ({ endpoints }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "deleteWebhookEndpoint",
    method: "delete",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Delete a webhook endpoint",
    description: "No more events are sent to the endpoint. Waiting deliveries are cancelled.",
    scope: "events:write",
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      if (!(await endpoints.delete(request.session.storeKey, request.param("id"))))
        throw notFound("webhook endpoint");
      return { status: 204 };
    },
  });

const rotateWebhookSecret = ({ endpoints, now }: WebhookRouteParts): ApiRoute =>
  route({
    operation: "rotateWebhookSecret",
    method: "post",
    paths: [`${PATH}/:id/rotate-secret`],
    params: PARAMS,
    tag: TAG,
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "For a day, deliveries are also signed with the previous secret. The new secret is shown only in this answer.",
    scope: "events:write",
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The endpoint, with its new secret.", schema: EndpointResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const secret = await endpoints.rotateSecret(storeKey, request.param("id"), now());
      return present(200, await foundEndpoint(endpoints, storeKey, request.param("id")), secret);
    },
  });

/** Returns the routes of webhook endpoints: their settings and secrets. */
export const webhookRoutes = (parts: WebhookRouteParts): ApiRoute[] =>
  [
    createWebhookEndpoint,
    listWebhookEndpoints,
    getWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    rotateWebhookSecret,
  ].map((routeOf) => routeOf(parts));
