import { randomBytes } from "node:crypto";
import { decodeEvent, type Event } from "../../../actors/events/event.ts";
import { webhookEventOf } from "../../../actors/events/public-event.ts";
import { TEST_EVENT } from "../../../actors/events/public-events.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { ChangeFeed } from "../../../store/changes/change-feed.ts";
import { decodeOrSkip, type OnUndecodable } from "../../../store/records/undecodable.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { type Endpoint, type Endpoints, MAX_REPLAYED, wantsType } from "../../../store/webhooks/endpoints.ts";
import { groupedDigits } from "../../../text/grouped-digits.ts";
import type { Answer } from "../../answer.ts";
import { presentEndpoint } from "../../presenters/webhooks.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  QueuedResponse,
  ReplayBody,
  ReplayResponse,
  type UnsentEvent,
} from "../../schemas/outbound/webhooks.ts";
import { API_PATH } from "../api-path.ts";
import { foundEndpoint } from "./found-endpoint.ts";

const PATH = `${API_PATH}/webhook-endpoints`;
const COMMON = {
  method: "post",
  params: { id: "The endpoint's id" },
  tag: "Webhooks",
  scope: "events:write",
  startsJobs: true,
  idempotency: "answer",
  refusals: BAD_REQUEST,
  conditional: false,
} as const;

/** An event to send to an endpoint again. */
interface Redelivery {
  storeKey: string;
  endpoint: string;
  eventId: string;
  type: string;
  /** The event; a test event has a `body` instead. */
  event?: Event;
  body?: string;
}

interface WebhookSendParts {
  endpoints: Endpoints;
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
  /** The store's clock. */
  now: Now;
  /**
   * Starts a replay. Resolves to undefined if the endpoint does not exist; `isNew` is false if a replay is running that
   * no earlier attempt of this request has started.
   */
  startReplay: (
    replay: { storeKey: string; endpoint: string; since: string },
    repeatKey: string | undefined,
  ) => Promise<{ endpoint: Endpoint; isNew: boolean } | undefined>;
  /** Queues deliveries, even if an event was delivered before. */
  deliver: (deliveries: Redelivery[]) => Promise<void>;
}

/**
 * Returns an endpoint that accepts events.
 *
 * @throws {Problem} `ResourceNotFound`, or `InvalidInput` if the endpoint is disabled
 */
async function enabledEndpoint(endpoints: Endpoints, storeKey: string, id: string): Promise<Endpoint> {
  const endpoint = await foundEndpoint(endpoints, storeKey, id);
  if (endpoint.status === "enabled") return endpoint;
  const detail = "The endpoint is disabled: enable it first.";
  throw new Problem("InvalidInput", { status: BAD_REQUEST.invalid, detail });
}

const testWebhookEndpoint = ({ endpoints, deliver, now }: WebhookSendParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "testWebhookEndpoint",
    paths: [`${PATH}/:id/test`],
    summary: "Send a test event to a webhook endpoint",
    description: `Sends a signed event of the type ${TEST_EVENT}. The deliveries of the endpoint show the result.`,
    responses: { 202: { description: "The test event is queued.", schema: QueuedResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const { id } = await enabledEndpoint(endpoints, storeKey, request.param("id"));
      const eventId = `test-${randomBytes(9).toString("hex")}`;
      const type = TEST_EVENT;
      const timestamp = new Date(now()).toISOString();
      const event = { id: eventId, type, timestamp, data: { endpointId: id } };
      const body = JSON.stringify(webhookEventOf(storeKey, event));
      await deliver([{ storeKey, endpoint: id, eventId, type, body }]);
      return { status: 202, body: JSON.stringify({ eventIds: [eventId] }) };
    },
  });

/**
 * Starts a replay of all events since a time.
 *
 * @throws {Problem} `InvalidInput` if the time is in the future, `ReplayInProgress` if a replay to the endpoint is
 *   running
 */
async function replaySince(
  { startReplay, now }: WebhookSendParts,
  { session: { storeKey }, repeatKey }: Pick<ApiRequest, "session" | "repeatKey">,
  { id }: Endpoint,
  since: string,
): Promise<Answer> {
  if (Date.parse(since) > now()) {
    const errors = [{ path: "/since", message: "must not be in the future" }];
    throw new Problem("InvalidInput", { status: BAD_REQUEST.invalid, errors });
  }
  const started = await startReplay({ storeKey, endpoint: id, since }, repeatKey);
  if (!started) throw notFound("webhook endpoint");
  const { replay } = presentEndpoint(started.endpoint);
  if (!started.isNew) throw new Problem("ReplayInProgress", { extra: { replay } });
  return { status: 202, body: JSON.stringify({ replay }) };
}

/** Sends the named events again, except those that the endpoint does not subscribe to, and answers which are not sent. */
async function redeliverNamed(
  { changes, deliver, onUndecodable }: WebhookSendParts,
  storeKey: string,
  endpoint: Endpoint,
  named: string[],
): Promise<Answer> {
  const found = (await changes.named(storeKey, named)).flatMap(({ id: eventId, text }) => {
    const event = decodeOrSkip(decodeEvent, text, () => ({ storeKey, id: eventId }), onUndecodable);
    return event ? [{ storeKey, endpoint: endpoint.id, eventId, type: event.type, event }] : [];
  });
  const deliveries = found.filter(({ type }) => wantsType(endpoint, type));
  await deliver(deliveries);
  const eventIds = deliveries.map(({ eventId }) => eventId);
  const known = new Set(found.map(({ eventId }) => eventId));
  const notSent = [...new Set(named)]
    .filter((eventId) => !eventIds.includes(eventId))
    .map((eventId): UnsentEvent => ({
      eventId,
      reason: known.has(eventId) ? "not_subscribed" : "not_found",
    }));
  return { status: 202, body: JSON.stringify({ eventIds, notSent }) };
}

const replayWebhooks = (parts: WebhookSendParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "replayWebhooks",
    paths: [`${PATH}/:id/replay`],
    summary: "Send events again to a webhook endpoint",
    description:
      "Sends the named events immediately, or all subscribed events since a time in the background, in batches. The endpoint shows the progress. " +
      `An endpoint has one such replay at a time: if a replay is running, the answer is 409 with its state. A replay sends up to ${groupedDigits(MAX_REPLAYED)} events. It stops when the receiver accepts no event of a batch; continue from its \`reachedTime\`.`,
    body: ReplayBody,
    check: ({ since, eventIds }) => {
      if ((since === undefined) !== (eventIds === undefined)) return [];
      const message =
        since === undefined ? "is required unless eventIds is given" : "must not be sent with eventIds";
      return [{ path: "/since", message }];
    },
    responses: {
      202: { description: "The events are queued, or the replay has started.", schema: ReplayResponse },
    },
    async handle(request) {
      const { storeKey } = request.session;
      const endpoint = await enabledEndpoint(parts.endpoints, storeKey, request.param("id"));
      const { since = "", eventIds } = request.body;
      return eventIds === undefined
        ? replaySince(parts, request, endpoint, since)
        : redeliverNamed(parts, storeKey, endpoint, eventIds);
    },
  });

/** Returns the routes that send a test event, or earlier events again, to a webhook endpoint. */
export const webhookSendRoutes = (parts: WebhookSendParts): ApiRoute[] =>
  [testWebhookEndpoint, replayWebhooks].map((routeOf) => routeOf(parts));
