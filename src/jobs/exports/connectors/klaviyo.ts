import Type from "typebox";
import { weighedBatches } from "../../../collections/batches.ts";
import type { ExportReason } from "../../../text/outbound-reasons.ts";
import { MINUTE_MS } from "../../../units/durations.ts";
import {
  type Batch,
  type BatchResult,
  type Connector,
  type ExportedCustomer,
  Refused,
} from "../connector.ts";
import { BASE_URL } from "./base-url.ts";
import type { ConnectorContext } from "./context.ts";
import { nameOf, PlatformEventNames, readEvents, type WishlistEvent } from "./events.ts";
import { Platform } from "./http.ts";
import { Pace } from "./pace.ts";
import { type Sendable, sendSplit } from "./split.ts";

/** Klaviyo supports each released revision for two years. */
const REVISION = "2026-01-15";

/**
 * Limits of a bulk request, including the envelope around the events, and rate limits of bulk requests: "Bulk Create
 * Events" in Klaviyo's API reference.
 */
const BULK = { count: 1000, bytes: 5_000_000 - 1000 };
const BULK_RATE = [
  { requests: 10, ms: 1000 },
  { requests: 150, ms: MINUTE_MS },
];
/** "Create Event" in the same reference. */
const SINGLE_RATE = [
  { requests: 350, ms: 1000 },
  { requests: 3500, ms: MINUTE_MS },
];
/**
 * Up to this number of events of a refused bulk request are sent one by one, because single requests have a much higher
 * rate limit.
 */
const MAX_SINGLE_EVENTS = 250;

/** Klaviyo answers a wrong key with 400, like wrong content. */
const WRONG_KEY = /"code":\s*"(?:not_authenticated|authentication_failed|permission_denied|invalid_api_key)"/;

export const KlaviyoSettings = Type.Object(
  {
    type: Type.Literal("klaviyo"),
    baseUrl: Type.Optional(Type.String({ ...BASE_URL, description: "https://a.klaviyo.com by default." })),
    apiKey: Type.String({
      maxLength: 500,
      pattern: "^[!-~]+$",
      "x-must": "have only printable ASCII characters and no spaces",
      description: "A private key with events:write.",
    }),
    revision: Type.Optional(
      Type.String({
        pattern: "^\\d{4}-\\d{2}-\\d{2}(\\.[a-z]+)?$",
        "x-must": "be a date such as 2026-07-15",
        description: `Revision of Klaviyo's API; ${REVISION} by default.`,
      }),
    ),
    eventNames: Type.Optional(PlatformEventNames),
  },
  { additionalProperties: false },
);
type Settings = Type.Static<typeof KlaviyoSettings>;

/** An event and its profile, both in Klaviyo's format. */
interface SendableEvent extends Sendable {
  profile: object;
  event: object;
}

const profileOf = ({ customerRef, email, phone, firstName, lastName }: ExportedCustomer) => ({
  data: {
    type: "profile",
    attributes: {
      external_id: customerRef,
      email,
      phone_number: phone,
      first_name: firstName,
      last_name: lastName,
    },
  },
});

/** Converts an event. Without a `unique_id`, Klaviyo would keep only one event per second of each profile. */
const eventOf = ({ id, kind, time, properties }: WishlistEvent, { eventNames }: Settings) => ({
  properties,
  time,
  unique_id: id,
  value: properties["price"],
  value_currency: properties["price"] === undefined ? undefined : properties["currency"],
  metric: { data: { type: "metric", attributes: { name: nameOf(kind, eventNames) } } },
});

const bulkEntry = (profile: object, events: readonly object[]) => ({
  type: "event-bulk-create",
  attributes: {
    profile,
    events: { data: events.map((attributes) => ({ type: "event", attributes })) },
  },
});

/** Returns a bulk request: one entry for each profile, with all its events. */
function bulkOf(events: readonly SendableEvent[]): object {
  const byProfile = new Map<string, { profile: object; events: object[] }>();
  for (const { profile, event } of events) {
    const key = JSON.stringify(profile);
    const entry = byProfile.get(key);
    if (entry) entry.events.push(event);
    else byProfile.set(key, { profile, events: [event] });
  }
  const data = [...byProfile.values()].map(({ profile, events }) => bulkEntry(profile, events));
  return { type: "event-bulk-create-job", attributes: { "events-bulk-create": { data } } };
}

const singleOf = ({ profile, event }: SendableEvent) => ({
  type: "event",
  attributes: { ...event, profile },
});

/**
 * Klaviyo: records become events of profiles, sent in bulk. Klaviyo keeps one event of each `unique_id`, and refuses a
 * whole bulk request if one event is repeated or invalid. The request is then split, and the last few events are sent
 * one by one: in a single request, Klaviyo accepts a repeated event and ignores it.
 */
export function openKlaviyo(settings: Settings, { allowPrivate }: ConnectorContext): Connector {
  const platform = new Platform({
    platform: "klaviyo",
    baseUrl: settings.baseUrl ?? "https://a.klaviyo.com",
    headers: {
      authorization: `Klaviyo-API-Key ${settings.apiKey}`,
      revision: settings.revision ?? REVISION,
      accept: "application/vnd.api+json",
      "content-type": "application/vnd.api+json",
    },
    allowPrivate,
    secrets: [settings.apiKey],
  });
  const bulk = { path: "/api/event-bulk-create-jobs", pace: new Pace(BULK_RATE) };
  const single = { path: "/api/events", pace: new Pace(SINGLE_RATE) };

  const sendable = (event: WishlistEvent): SendableEvent => {
    const parts = { profile: profileOf(event.customer), event: eventOf(event, settings) };
    return {
      ...parts,
      id: event.id,
      bytes: Buffer.byteLength(JSON.stringify(bulkEntry(parts.profile, [parts.event]))) + 1,
    };
  };

  const post = async (
    events: readonly SendableEvent[],
    signal: AbortSignal,
  ): Promise<ExportReason | undefined> => {
    const [only] = events;
    const isSingle = only && events.length === 1;
    const data = isSingle ? singleOf(only) : bulkOf(events);
    const answer = await platform.call(
      { ...(isSingle ? single : bulk), body: JSON.stringify({ data }) },
      signal,
    );
    if (answer.status === 400 && WRONG_KEY.test(answer.text)) throw new Refused(platform.reasonIn(answer));
    return platform.refusalIn(answer);
  };

  return {
    limits: { records: BULK.count },
    async send({ records }: Batch, signal: AbortSignal): Promise<BatchResult> {
      const { events, skipped } = readEvents(records);
      const rejected = [];
      const sent = events.map(sendable);
      for (const part of weighedBatches(sent, BULK.bytes, ({ bytes }) => bytes, BULK.count))
        rejected.push(...(await sendSplit(part, MAX_SINGLE_EVENTS, (events) => post(events, signal))));
      return { accepted: events.length - rejected.length, skipped, rejected };
    },
    close: () => platform.close(),
  };
}
