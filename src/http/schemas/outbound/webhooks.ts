import Type from "typebox";
import {
  clearable,
  codesOf,
  oneOf,
  reasonCode,
  record,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { EVENT_ID } from "../../../store/changes/feed-entry.ts";
import type { Delivery } from "../../../store/webhooks/endpoints.ts";
import { DISABLED_REASONS, REPLAY_REASONS } from "../../../store/webhooks/stop-reasons.ts";

const Events = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^([a-z_.]+\\*?|\\*)$",
    "x-must": "be an event type, or a prefix that ends with *",
  }),
  {
    maxItems: 50,
    description: "Event types, or prefixes that end with *. An empty list, or only *, selects all events.",
  },
);
const Url = Type.String({ minLength: 1, maxLength: 2000 });

export const CreateEndpointBody = record({
  url: Url,
  ...clearable({ events: Events, description: text(1000) }),
});

const STATUSES = ["enabled", "disabled"] as const;

export const UpdateEndpointBody = record({
  url: Type.Optional(Url),
  ...clearable({ events: Events, description: text(1000) }),
  status: Type.Optional(oneOf(STATUSES)),
});

export const ReplayBody = record({
  since: Type.Optional({ ...Timestamp, description: "Must not be in the future." }),
  eventIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 60, pattern: EVENT_ID.source, "x-must": "be the id of an event" }), {
      maxItems: 100,
    }),
  ),
});

const REPLAY_STATUSES = ["running", "completed", "stopped"] as const;

const ReplayState = Type.Object(
  {
    id: Type.String(),
    status: oneOf(REPLAY_STATUSES),
    reason: Type.Optional(Type.String({ description: "Why the replay stopped early." })),
    reasonCode: reasonCode(REPLAY_REASONS),
    since: Timestamp,
    reachedTime: Type.Optional(Timestamp),
    sent: Type.Integer({
      description: "Number of events that were sent, whether they were accepted or not.",
    }),
    startedTime: Timestamp,
    finishedTime: Type.Optional(Timestamp),
  },
  { title: "WebhookReplay" },
);

export const EndpointResponse = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    description: Type.Optional(Type.String()),
    status: Type.String(),
    reason: Type.Optional(Type.String({ description: "Why the service disabled the endpoint." })),
    reasonCode: reasonCode(DISABLED_REASONS),
    failingSince: Type.Optional(Timestamp),
    createdTime: Timestamp,
    modifiedTime: Timestamp,
    replay: Type.Optional(ReplayState),
    secret: Type.Optional(Type.String({ description: "Shown only when the secret is new." })),
  },
  { title: "WebhookEndpoint" },
);

export const EndpointsResponse = Type.Object(
  { endpoints: Type.Array(EndpointResponse) },
  { title: "WebhookEndpoints" },
);

const DeliveryAttempt = Type.Object(
  {
    eventId: Type.String(),
    type: Type.String(),
    attempt: Type.Integer(),
    outcome: codesOf<Delivery["outcome"]>({ delivered: true, failed: true, "given up": true }),
    status: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    durationMs: Type.Integer(),
    time: Timestamp,
  },
  { title: "WebhookDelivery" },
);

export const DeliveriesResponse = Type.Object(
  { deliveries: Type.Array(DeliveryAttempt) },
  { title: "WebhookDeliveries" },
);

export const DeliveryResponse = Type.Object(
  {
    attempts: Type.Array(DeliveryAttempt, { description: "The attempts, the newest first." }),
    event: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        description:
          "The event with its current data, as it would be sent now. Erased data is absent. The event is absent for test events, and if it is no longer stored.",
      }),
    ),
  },
  { title: "WebhookDeliveryDetail" },
);

export const QueuedResponse = Type.Object(
  { eventIds: Type.Array(Type.String()) },
  { title: "QueuedDeliveries" },
);

const NOT_SENT = { not_found: true, not_subscribed: true } as const;

/** A named event that is not sent again, and why. */
export interface UnsentEvent {
  eventId: string;
  reason: keyof typeof NOT_SENT;
}

export const ReplayResponse = Type.Object(
  {
    eventIds: Type.Optional(
      Type.Array(Type.String(), { description: "Ids of the events that are sent again." }),
    ),
    notSent: Type.Optional(
      Type.Array(Type.Object({ eventId: Type.String(), reason: codesOf(NOT_SENT) }), {
        description:
          "The named events that are not sent: `not_found` (not stored, or not any more) or `not_subscribed` (the endpoint does not select them).",
      }),
    ),
    replay: Type.Optional(ReplayState),
  },
  { title: "QueuedReplay" },
);
